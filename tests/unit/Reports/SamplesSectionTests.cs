using System.Text.Json;
using Pingmark.Model;
using Pingmark.Nbn;
using Pingmark.Reports.Sections;
using Pingmark.Sampling;
using Pingmark.Schema;
using Pingmark.Tests.Sampling;
using Xunit;

namespace Pingmark.Tests.Reports;

public class SamplesSectionTests
{
    private static readonly SamplingSummary Summary = new()
    {
        File = "samples/server.nettrace",
        DurationNs = 2_000_000_000,
        CpuNs = 1_000_000_000,
        CpuSamples = 800,
        WaitingSamples = 4200,
        TopMethods = [new("A.B<T>.Send", 0.5, 0.75)],
        RuntimeThreads = [new(".NET EventPipe", 0.01)],
        GcCount = 3,
        GcPauseNs = 1_500_000,
        AllocatedBytes = 64_000_000,
        TopAllocated = [new("System.Byte[]", 0.9)],
    };

    [Fact]
    public void Says_what_costs_what() =>
        Assert.Equal(
            """
            ### Samples: dotnet/enet server

            - CPU: 1 s in 2 s (0.5 cores), 1 µs a message; 800 CPU samples, 4200 of waiting threads left out
            - Runtime threads, which no sample shows: .NET EventPipe 1.0 %
            - Collections: 3, 1.5 ms of pauses
            - Allocated: 61 MiB, 64 B a message

            | Method | Self | With callees |
            | --- | ---: | ---: |
            | A.B&lt;T&gt;.Send | 50.0 % | 75.0 % |

            | Allocated type | Share of bytes |
            | --- | ---: |
            | System.Byte\[\] | 90.0 % |

            Shares are of the process's CPU time; self includes the system calls that the method makes.\
             Recording slows a worker down: compare its speed with no other trial's.\
             The whole recording: samples/server.nettrace
            """.Replace("\\\n", "", StringComparison.Ordinal).Split('\n'),
            Samples.Lines("dotnet/enet server", Summary, messages: 1_000_000)
        );

    [Fact]
    public void Stacks_are_compared_side_by_side()
    {
        var mock = MockSummary.Build();
        var cell = mock.Cells[0] with
        {
            Samples =
            [
                new("server", "dotnet/enet", 1_000_000, Summary),
                new("client", "dotnet/enet", 0, new() { Notes = ["Not sampled."] }),
            ],
        };
        var sampled = mock with { Cells = [cell] };
        Assert.Equal(
            [cell.Label, "server", "A.B<T>.Send 50.0 %", "1 µs", "64 B", "3", "1.5 ms"],
            Assert.Single(SamplesSection.Comparison(sampled).Rows).Select(cell => cell.Text)
        );
        Assert.StartsWith("| Stack", NbnTable.Costs(sampled));
        Assert.Empty(NbnTable.Costs(mock with { Cells = [cell with { Samples = [] }] }));
    }

    [Fact]
    public async Task A_runtime_without_a_recorder_says_so_and_what_to_do()
    {
        await using var sampler = Samplers.Create(
            "cpp",
            pid: 1234,
            "unused",
            problem => new InvalidOperationException(problem)
        );
        await sampler.StartAsync(default);
        var summary = await sampler.StopAsync(default);
        Assert.Equal(
            [
                "### Samples: cpp/enet server",
                "",
                "- Not sampled: cpp workers have no recorder of their own; `perf record -p 1234` "
                    + "samples such a process.",
            ],
            Samples.Lines("cpp/enet server", summary, 1).Select(line => line.Replace("\\", ""))
        );
    }

    [Fact]
    public async Task Without_a_JDK_it_says_what_to_install()
    {
        await using var sampler = Samplers.Java(
            pid: 1234,
            "unused",
            tools: null,
            problem => new InvalidOperationException(problem)
        );
        await sampler.StartAsync(default);
        Assert.EndsWith("apt-get install openjdk-17-jdk-headless.", (await sampler.StopAsync(default)).Notes.Single());
    }

    [Fact]
    public void A_summary_survives_its_way_through_a_trial_record() =>
        Assert.Equivalent(
            Summary,
            JsonSerializer.Deserialize<SamplingSummary>(
                JsonSerializer.Serialize(Summary, SummaryJson.LineOptions),
                SummaryJson.LineOptions
            ),
            strict: true
        );

    [Fact]
    public void Without_messages_there_is_no_figure_a_message() =>
        Assert.DoesNotContain("a message", string.Join('\n', Samples.Lines("x", Summary, 0)));
}
