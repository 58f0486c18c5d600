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
                new Paragraph(ReportSentences.HowToReadIntervals + ReportSentences.HowToReadRatios, Media.Markdown),
                .. run.Groups.SelectMany(group =>
                    new[]
                    {
                        // A map has shown it already where grids have all cells.
                        new Details(
                            group.Title,
                            [ShortTable.Build(group)],
                            ServerClientGrid.HaveAll(group) ? default : Media.Screen
                        ),
                        new Details(group.Title, FullTables.Build(group, run.Names), Media.Markdown),
                    }
                ),
            ],
            TitledIn: Media.Markdown
        );

    /// <summary>The section that explains the words and marks of a terminal's tables, where they are used.</summary>
    public static Section BuildHowToRead(RunSource run)
    {
        var shown = run.Groups.Where(group => !ServerClientGrid.HaveAll(group)).ToList();
        return new(
            new Paragraph(shown.Any(group => group.Cells.Count > 1) ? ReportSentences.HowToReadVerdicts : ""),
            new Bullets(ReportSentences.Footnotes(shown, group => group.Headlines).ToList())
        );
    }
}
