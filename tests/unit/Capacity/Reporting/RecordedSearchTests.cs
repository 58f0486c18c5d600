using System.Runtime.CompilerServices;
using Pingmark.Capacity;
using Pingmark.Capacity.Reporting;
using Pingmark.Reports.Document;
using Pingmark.Reports.Renderers;
using Pingmark.Tests.Reports;
using Xunit;

namespace Pingmark.Tests.Capacity.Reporting;

/// <summary>A search as it was measured, with round trips in coarser ranges: one stack twice, on a machine that others
/// used. Its reports follow from its steps, and are the files in <c>golden/</c>.</summary>
public sealed class RecordedSearchTests
{
    private static CapacitySummary Summary { get; } = Read();

    private static CapacitySummary Read([CallerFilePath] string caller = "")
    {
        using var folder = CapacityFolder.Open(Path.Combine(Path.GetDirectoryName(caller)!, "recorded", "two-equal"));
        var (plan, steps) = folder.Read();
        return CapacitySummaries.Build(plan, steps, interrupted: false);
    }

    [Fact]
    public void Every_form_is_that_of_its_file()
    {
        var terminal = Terminal.Render(CapacityReport.Build(Summary, Media.Terminal, "runs/capacity"), 80);
        Golden.Check("recorded-terminal-80.txt", terminal);
        Golden.Check("recorded.md", Text(Summary));
        Golden.Check("recorded-curves.csv", CapacityCsv.Curves(Summary, "run"));
    }

    /// <summary>A met load above lower misses is no load that the server carries.</summary>
    [Fact]
    public void A_client_at_its_limit_is_told_with_the_lowest_miss()
    {
        var cell = Summary.Cells[0];
        Assert.InRange(cell.HighestMet!.Value, 0, cell.LowestMissed!.Value);
        Assert.StartsWith("some windows from 48.1 k/s up miss p99<1ms, and at 110 k/s ", cell.Reason);
    }

    [Fact]
    public void A_search_without_its_summary_was_interrupted()
    {
        Assert.Contains("Interrupted", Text(Summary with { Interrupted = true }));
        Assert.DoesNotContain("Interrupted", Text(Summary));
    }

    private static string Text(CapacitySummary summary) =>
        MarkdownRenderer.Render(CapacityReport.Build(summary, Media.Markdown));
}
