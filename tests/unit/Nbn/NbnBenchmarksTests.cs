using System.Runtime.CompilerServices;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Nbn;
using Pingmark.Suites;
using Pingmark.Workers;
using Xunit;

namespace Pingmark.Tests.Nbn;

public class NbnBenchmarksTests
{
    private static readonly string Root = Path.GetFullPath(
        Path.Combine(Path.GetDirectoryName(ThisFile())!, "..", "..", "..")
    );

    public static TheoryData<NbnBenchmark> Predefined =>
        [.. Enum.GetValues<NbnBenchmark>().Where(b => b != NbnBenchmark.Custom)];

    private static Suite Load(string name) =>
        SuiteFile.Load(new SuiteCatalog(Path.Combine(Root, "suites")).Find(name), WorkerCatalog.Load(Root).Stacks);

    [Theory, MemberData(nameof(Predefined))]
    public void Every_benchmark_is_suites_of_the_source_tree(NbnBenchmark benchmark) =>
        Assert.All(
            NbnBenchmarks.SuitesOf(benchmark),
            name => Assert.All(Load(name).Cells, cell => Assert.NotEmpty(cell.Scenario.Name))
        );

    [Theory]
    [InlineData("nbn-performance")]
    [InlineData("nbn-essential")]
    public void Performance_and_essential_have_NBNs_numbers(string name)
    {
        var scenarios = Load(name).Cells.Select(c => c.Scenario).Distinct().ToList();
        Assert.Equal(
            [
                "PingPongUnreliable 1 unreliable",
                "PingPongBatchedUnreliable 10 unreliable",
                "PingPongReliable 1 reliable",
            ],
            scenarios.Select(s => $"{s.Name} {s.InFlight} {s.Transmission?.Word()}")
        );
        Assert.All(
            scenarios,
            s =>
                Assert.Equal(
                    (500, 32, 500_000L, Payloads.Random),
                    (s.Connections, s.MessageBytes, s.Messages, s.Payload)
                )
        );
    }

    [Fact]
    public void Sampling_has_NBNs_numbers_by_both_transmissions() =>
        Assert.Equal(
            [
                ("SampleEchoSimple", 1, 10, 128, 100_000L, Transmission.Unreliable),
                ("SampleEchoSimple", 1, 10, 128, 100_000L, Transmission.Reliable),
            ],
            Load("nbn-sampling")
                .Cells.Select(c => c.Scenario)
                .Distinct()
                .Select(s => (s.Name, s.Connections, s.InFlight, s.MessageBytes, s.Messages!.Value, s.Transmission!))
        );

    [Theory]
    [InlineData("nbn-quick", 45)]
    [InlineData("nbn-essential", 240)]
    public void Quick_and_essential_leave_room_for_what_a_budget_does_not_count(string name, int seconds) =>
        Assert.True(Load(name).Settings.BudgetNs < seconds * 0.95e9);

    [Theory]
    [InlineData("nbn-performance")]
    [InlineData("nbn-essential")]
    public void Published_figures_name_a_method_and_a_stack_of_the_suite(string name)
    {
        var suite = Load(name);
        Assert.All(
            suite.Published!.Figures,
            f =>
                Assert.Contains(
                    suite.Cells,
                    c => c.Stack == f.Stack && c.Scenario.Name == f.Scenario && c.Scenario.InFlight == f.InFlight
                )
        );
    }

    [Fact]
    public void The_best_stack_of_a_library_that_is_available_stands_for_it()
    {
        var suite = SuiteFile.Parse("stacks: [dotnet/enet-csharp, dotnet/enet, dotnet/litenetlib]", "x.yaml");
        string[] With(params string[] available) =>
            [.. NbnBenchmarks.WithOneStackALibrary(suite, s => new(available.Contains(s))).Cells.Select(c => c.Stack)];
        Assert.Equal(
            ["dotnet/enet-csharp", "dotnet/litenetlib"],
            With("dotnet/enet-csharp", "dotnet/enet", "dotnet/litenetlib")
        );
        Assert.Equal(["dotnet/enet-csharp", "dotnet/enet", "dotnet/litenetlib"], With("dotnet/enet"));
    }

    [Fact]
    public void Options_that_a_predefined_benchmark_fixes_are_told() =>
        Assert.Equal(
            ["--clients", "--port"],
            NbnBenchmarks.Fixed(
                new()
                {
                    Given = new HashSet<string> { "--port", "--library", "--benchmark", "--clients", "--verbose" },
                }
            )
        );

    private static string ThisFile([CallerFilePath] string path = "") => path;
}
