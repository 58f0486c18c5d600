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

    private static Suite Load(string name) =>
        SuiteFile.Load(new SuiteCatalog(Path.Combine(Root, "suites")).Find(name), WorkerCatalog.Load(Root).Stacks);

    /// <summary>Essential is Performance and Sampling, as in NBN.</summary>
    [Fact]
    public void Every_benchmark_is_suites_of_the_source_tree()
    {
        Assert.All(
            Enum.GetValues<NbnBenchmark>().Where(benchmark => benchmark != NbnBenchmark.Custom),
            benchmark =>
                Assert.All(
                    NbnBenchmarks.SuitesOf(benchmark).SelectMany(name => Load(name).Cells),
                    cell => Assert.NotEmpty(cell.Scenario.Name)
                )
        );
        Assert.Equal(["nbn-essential", "nbn-sampling"], NbnBenchmarks.SuitesOf(NbnBenchmark.Essential));
    }

    [Theory]
    [InlineData("nbn-performance")]
    [InlineData("nbn-essential")]
    public void Performance_and_essential_have_NBNs_numbers(string name)
    {
        var suite = Load(name);
        var scenarios = suite.Cells.Select(c => c.Scenario).Distinct().ToList();
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
        // Published figures name a method and a stack of the suite.
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

    /// <summary>What sampling takes is promised as a minute, most of which no budget counts. Quick has five rounds of
    /// one process, as NBN's jobs have iterations, Performance ten.</summary>
    [Fact]
    public void There_are_as_many_rounds_as_in_NBN_and_room_for_what_a_budget_does_not_count()
    {
        Assert.Equal((5, 5), Rounds("nbn-quick"));
        Assert.Equal((5, 10), Rounds("nbn-essential"));
        Assert.Equal((null, 10), Rounds("nbn-performance"));
        Assert.True(Load("nbn-quick").Settings.BudgetNs < 45 * 0.95e9);
        Assert.True(Load("nbn-essential").Settings.BudgetNs < (240 - 60) * 0.95e9);
    }

    private static (int?, int) Rounds(string name) => (Load(name).Settings.LeastRounds, Load(name).Settings.Rounds);

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
            NbnBenchmarks.FindIgnoredOptions(
                new() { Given = "--port --gc --network --benchmark --clients --verbose".Split(' ').ToHashSet() }
            )
        );

    private static string ThisFile([CallerFilePath] string path = "") => path;
}
