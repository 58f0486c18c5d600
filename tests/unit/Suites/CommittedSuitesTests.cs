using System.Runtime.CompilerServices;
using Pingmark.Model;
using Pingmark.Suites;
using Pingmark.Workers;
using Xunit;

namespace Pingmark.Tests.Suites;

/// <summary>The suites of the source tree, against the stacks of its workers.</summary>
public class CommittedSuitesTests
{
    private static readonly SuiteCatalog Catalog = new(Path.Combine(Root(), "suites"));

    internal static Suite Load(string name)
    {
        var workers = WorkerCatalog.Load(Root());
        return SuiteFile.Load(Catalog.Find(name), workers.Stacks, serversOnly: workers.ServersOnly);
    }

    [Fact]
    public void Each_is_valid_and_says_what_it_shows_and_how_to_run_it() =>
        Assert.All(
            Catalog.Names,
            name =>
            {
                var suite = Load(name);
                Assert.Equal(name, suite.Name);
                Assert.NotEmpty(suite.About);
                Assert.Equal(suite.Cells.Count, suite.Ids().Distinct().Count());
                Assert.Contains(
                    File.ReadLines(Catalog.Find(name)).TakeWhile(line => line.StartsWith('#')),
                    line => line.Contains($"./pingmark run {name}")
                );
            }
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

    private static string Root([CallerFilePath] string thisFile = "") =>
        Path.GetFullPath(Path.Combine(Path.GetDirectoryName(thisFile)!, "..", "..", ".."));
}
