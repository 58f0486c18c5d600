using System.Runtime.CompilerServices;
using Pingmark.Model;
using Pingmark.Suites;
using Pingmark.Trials;
using Pingmark.Workers;
using Xunit;

namespace Pingmark.Tests.Suites;

/// <summary>The suites of the source tree, against the stacks of its workers.</summary>
public class CommittedSuitesTests
{
    private static readonly SuiteCatalog Catalog = new(Path.Combine(Root(), "suites"));

    public static TheoryData<string> Names => [.. Catalog.Names];

    internal static Suite Load(string name)
    {
        var workers = WorkerCatalog.Load(Root());
        return SuiteFile.Load(Catalog.Find(name), workers.Stacks, serversOnly: workers.ServersOnly);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Is_valid_and_says_what_it_shows(string name)
    {
        var suite = Load(name);
        Assert.Equal(name, suite.Name);
        Assert.NotEmpty(suite.About);
        Assert.Equal(suite.Cells.Count, suite.Ids().Distinct().Count());
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Begins_with_how_to_run_it(string name) =>
        Assert.Contains(
            File.ReadLines(Catalog.Find(name)).TakeWhile(line => line.StartsWith('#')),
            line => line.Contains($"./pingmark run {name}")
        );

    [Fact]
    public void Published_figures_of_csharp_vs_java_belong_to_its_cells()
    {
        var suite = Load("csharp-vs-java");
        Assert.Equal(
            100,
            suite.Settings.Rounds * suite.Cells[0].Scenario.Messages / suite.Cells[0].Scenario.LapMessages
        );
        Assert.All(
            suite.Published!.Figures,
            figure => Assert.Contains(suite.Cells, cell => cell.Stack == figure.Stack)
        );
    }

    [Fact]
    public void Epoll_vs_threads_has_one_client_for_all() =>
        Assert.All(
            Load("epoll-vs-threads").Cells,
            cell => Assert.Equal(("cpp/tcp-epoll", "1"), (cell.Client, cell.Scenario.Pin.Server))
        );

    /// <summary>Its default is for those who wait for it, and a budget gives what was published.</summary>
    [Theory]
    [InlineData(null, 5, 1.5, 6)]
    [InlineData(3 * 3600, 10, 30, 30)]
    public void Epoll_vs_threads_has_five_rounds_by_default_and_as_published_ten_of_30_s(
        int? budgetS,
        int rounds,
        double leastS,
        double mostS
    )
    {
        var suite = Load("epoll-vs-threads");
        if (budgetS is { } seconds)
            suite = suite with { Settings = suite.Settings with { BudgetNs = seconds * 1_000_000_000L } };
        var plan = BudgetPlan.Create(suite, suite.Cells);
        Assert.Equal((20, rounds, 5_000_000_000), (suite.Cells.Count, plan.Rounds, plan.Block.WarmUpNs));
        Assert.InRange(plan.Block.DurationNs / 1e9, leastS, mostS);
        Assert.True(plan.EstimateNs <= suite.Settings.BudgetNs, $"{plan}");
    }

    private static string Root([CallerFilePath] string thisFile = "") =>
        Path.GetFullPath(Path.Combine(Path.GetDirectoryName(thisFile)!, "..", "..", ".."));
}
