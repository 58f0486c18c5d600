using Pingmark.Comparing;

namespace Pingmark.Reports;

/// <summary>A comparison of two runs as GitHub-flavoured Markdown, for pull requests and summaries of builds.</summary>
public static class ComparisonMarkdown
{
    public static string Render(RunComparison comparison)
    {
        var text = new MarkdownText()
            .Heading(2, ComparisonWords.Headline(comparison))
            .List([
                $"baseline: {ComparisonWords.Run(comparison.Baseline)}",
                $"run: {ComparisonWords.Run(comparison.Run)}",
                $"machine: {ReportWords.Machine(comparison.Run.Machine)}",
            ]);
        if (!comparison.Comparable)
            return text.Table(
                    4,
                    ["Differs", "Baseline", "Run", "Cells"],
                    comparison.Differences.Select(d =>
                        (IReadOnlyList<string>)[d.What, d.Baseline, d.Run, string.Join(", ", d.Cells)]
                    )
                )
                .List(ComparisonWords.Remarks(comparison))
                .Paragraph(ComparisonWords.HowToMend)
                .ToString();
        foreach (var group in ComparedScenario.Of(comparison))
            text.Heading(3, group.Title)
                .Table(2, ComparedScenario.Columns.Select(column => column.Header).ToList(), group.Rows)
                .Paragraph(group.Drift);
        return text.Paragraph(ComparisonWords.HowToRead).List(ComparisonWords.Remarks(comparison)).ToString();
    }
}
