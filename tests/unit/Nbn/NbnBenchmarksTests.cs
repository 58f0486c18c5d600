using System.Runtime.CompilerServices;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Nbn;
using Pingmark.Schema;
using Pingmark.Suites;
using Pingmark.Trials;
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

    /// <summary>What sampling takes is promised as a minute, most of which no budget counts.</summary>
    [Theory]
    [InlineData("nbn-quick", 45)]
    [InlineData("nbn-essential", 240 - 60)]
    public void Quick_and_essential_leave_room_for_what_a_budget_does_not_count(string name, int seconds) =>
        Assert.True(Load(name).Settings.BudgetNs < seconds * 0.95e9);

    /// <summary>Quick has five of one process, Performance ten.</summary>
    [Theory]
    [InlineData("nbn-quick", 5, 5)]
    [InlineData("nbn-essential", 5, 10)]
    [InlineData("nbn-performance", null, 10)]
    public void There_are_as_many_rounds_as_NBNs_jobs_have_iterations(string name, int? least, int rounds) =>
        Assert.Equal((least, rounds), (Load(name).Settings.LeastRounds, Load(name).Settings.Rounds));

    /// <summary>Of the four libraries, each with one stack.</summary>
    [Fact]
    public void Quick_plans_all_of_its_rounds_for_all_libraries()
    {
        var suite = NbnBenchmarks.WithOneStackALibrary(Load("nbn-quick"), _ => Availability.Yes);
        Assert.Equal(4, suite.Cells.Count);
        var plan = BudgetPlan.Create(suite, suite.Cells);
        Assert.Equal(5, plan.Rounds);
        Assert.True(plan.EstimateNs <= suite.Settings.BudgetNs);
    }

    [Fact]
    public void Essential_is_performance_and_sampling_as_in_NBN() =>
        Assert.Equal(["nbn-essential", "nbn-sampling"], NbnBenchmarks.SuitesOf(NbnBenchmark.Essential));

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

    [Theory]
    [InlineData("wifi")]
    [InlineData("delay=20ms,loss=1%")]
    [InlineData("wifi, loss=3%")]
    public void A_benchmark_has_the_network_that_was_asked_for(string words)
    {
        var set = NbnBenchmarks
            .NetworkAssignments(new() { NetworkWords = words })
            .Select(assignment => new SuiteOverride(assignment, $"--network {words}"))
            .ToList();
        var path = new SuiteCatalog(Path.Combine(Root, "suites")).Find("nbn-quick");
        Assert.All(
            SuiteFile.Load(path, WorkerCatalog.Load(Root).Stacks, set).Cells,
            cell => Assert.Equal(NetworkKeys.Read(words, "--network"), cell.Scenario.Network)
        );
        Assert.Empty(NbnBenchmarks.NetworkAssignments(new()));
    }

    [Fact]
    public void Options_that_a_predefined_benchmark_fixes_are_told() =>
        Assert.Equal(
            ["--clients", "--port"],
            NbnBenchmarks.Fixed(
                new()
                {
                    Given = new HashSet<string>
                    {
                        "--port",
                        "--gc",
                        "--network",
                        "--benchmark",
                        "--clients",
                        "--verbose",
                    },
                }
            )
        );

    private static string ThisFile([CallerFilePath] string path = "") => path;
}
