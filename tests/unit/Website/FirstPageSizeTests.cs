using System.Runtime.CompilerServices;
using System.Text;
using Pingmark.Results;
using Pingmark.Schema;
using Pingmark.Website;
using Xunit;

namespace Pingmark.Tests.Website;

/// <summary>The first page is what everybody loads.</summary>
public sealed class FirstPageSizeTests
{
    private const int Runs = 200,
        Cells = 16,
        MostBytes = 300_000;

    [Fact]
    public void That_of_200_runs_of_16_cells_has_less_than_300_kB()
    {
        var page = FirstPage.Make(Sites.Of([.. Enumerable.Range(0, Runs).Select(Run)])).Single().Text;
        Assert.Equal(Runs, page.Split("<tr data-in=").Length - 1);
        Assert.InRange(Encoding.UTF8.GetByteCount(page), Runs, MostBytes);
    }

    /// <summary>A recorded run with a cell more, as if it had been measured on another day, of another suite, or on
    /// another machine.</summary>
    private static PublishedRun Run(int day)
    {
        using var folder = RunFolder.Open(Recorded());
        var recorded = SummaryJson.Load(folder["summary.json"]);
        var cells = recorded.Cells.Append(recorded.Cells[0] with { Id = "another" }).Take(Cells).ToList();
        Assert.Equal(Cells, cells.Count);
        var summary = recorded with
        {
            Suite = $"{recorded.Suite}-{day % 20}",
            StartedAt = recorded.StartedAt.AddDays(day),
            Machine = recorded.Machine with { Cores = 2 + day % 3 },
            Cells = cells,
        };
        return new(summary, folder.ReadInfo());
    }

    private static string Recorded([CallerFilePath] string here = "") =>
        Path.GetFullPath(Path.Combine(Path.GetDirectoryName(here)!, "../Reports/recorded/serialization"));
}
