using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports.Document;

namespace Pingmark.Reports.Sections;

/// <summary>The section with published findings and figures beside what was measured here.</summary>
internal static class PublishedSection
{
    public static Section Build(RunSource run)
    {
        if (run.Summary.Published is not { } published)
            return new("published", "Published figures", []);
        var rows = run.Groups.SelectMany(group => PublishedRow.ForGroup(group, run.Summary)).ToList();
        return new(
            "published",
            "Published figures",
            [
                new Paragraph($"Source: {published.Source}"),
                new Paragraph(published.Finding.Length > 0 ? $"Finding: {published.Finding.Trim()}" : ""),
                .. ClaimRow.Blocks(run.Summary.Claims),
                Table.FromItems(
                    "Published beside measured",
                    rows,
                    (Column.Stack, row => run.Names.Find(row.Cell.Id)),
                    ("Figure", row => row.Metric),
                    (Column.Figure("Measured"), row => row.MeasuredText),
                    (Column.Figure("Published"), row => row.PublishedText),
                    (Column.Figure("Ratio", 2), row => row.RatioText),
                    (new("Conditions") { Rank = 1 }, row => row.Conditions)
                ),
                Paragraph.Small(rows.Count > 0 ? PublishedRow.Caution(rows) : ""),
                Paragraph.Small(OtherSettings(run.Summary, published)),
            ]
        );
    }

    /// <summary>Names the settings of figures that no cell of the run has.</summary>
    private static string OtherSettings(Summary summary, Published published)
    {
        var here = summary.Cells.Select(summary.SettingOf).ToHashSet();
        var others = published
            .Figures.Select(figure => figure.Setting)
            .Concat(published.Claims.Select(claim => claim.Setting))
            .OfType<Setting>()
            .Where(setting => !here.Contains(setting))
            .ToList();
        return others.Count == 0
            ? ""
            : $"This run is of {Words(here)}: what was published of {Words(others)} is not set beside it.";
    }

    private static string Words(IEnumerable<Setting> settings) =>
        WordList.Join([.. settings.Distinct().Order().Select(PublishedRow.Words)], "and");
}
