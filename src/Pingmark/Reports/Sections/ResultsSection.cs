using Pingmark.Reports.Document;

namespace Pingmark.Reports.Sections;

/// <summary>The section with the figures scenario by scenario: those that matter most in a terminal, all of them in
/// Markdown.</summary>
internal static class ResultsSection
{
    public static Section Build(RunSource run) =>
        new(
            "results",
            "Results",
            [
                new Paragraph(ReportSentences.HowToReadIntervals + ReportSentences.HowToReadRatios)
                {
                    Media = Media.Markdown,
                },
                .. run.Groups.Select(group => new Details(group.Title, Blocks(group, run.Names))
                {
                    // Elsewhere the map has said it.
                    Media = ServerClientGrid.HaveAll(group) ? Media.Markdown : Media.Text,
                }),
            ]
        )
        {
            TitledIn = Media.Markdown,
        };

    private static List<Block> Blocks(ScenarioGroup group, CellNames names) =>
        [
            .. ServerClientGrid.HaveAll(group) ? [] : new[] { ShortTable.Build(group) with { Media = Media.Screen } },
            .. FullTables.Build(group, names).Select(block => block with { Media = Media.Markdown }),
        ];

    /// <summary>The section that explains the words and marks of a terminal's tables, where they are used.</summary>
    public static Section HowToRead(RunSource run)
    {
        var shown = run.Groups.Where(group => !ServerClientGrid.HaveAll(group)).ToList();
        return new(
            new Paragraph(shown.Any(group => group.Cells.Count > 1) ? ReportSentences.HowToReadVerdicts : ""),
            new Bullets(ReportSentences.Footnotes(shown, group => group.Headlines).ToList())
        );
    }
}
