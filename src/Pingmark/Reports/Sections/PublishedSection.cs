using Pingmark.Reports.Document;

namespace Pingmark.Reports.Sections;

/// <summary>The section with published figures beside those that were measured here, and with what the run shows of
/// both.</summary>
internal static class PublishedSection
{
    private const string Observed = "Measured here";

    public static Section Build(RunSource run)
    {
        var observed = new Bullets(run.Summary.Observations.Select(o => o.Text).ToList());
        if (run.Summary.Published is not { } published)
            return new("observed", Observed, [observed]);
        var rows = run.Groups.SelectMany(group => PublishedRow.ForGroup(group, published)).ToList();
        return new(
            "published",
            "Published figures",
            [
                new Paragraph($"Source: {published.Source}"),
                new Paragraph(published.Finding.Length > 0 ? $"Finding: {published.Finding.Trim()}" : ""),
                new Paragraph(observed.Items.Count > 0 ? $"{Observed}:" : ""),
                observed,
                Table.FromItems(
                    "Published beside measured",
                    rows,
                    (Column.Stack, row => run.Names.Find(row.Cell.Id)),
                    ("Figure", row => row.Metric),
                    (Column.Figure("Measured"), row => row.MeasuredText),
                    (Column.Figure("Published"), row => row.PublishedText),
                    (Column.Figure("Ratio", 2), row => row.RatioText),
                    (new("Conditions") { Rank = 1 }, row => row.Figure.Note)
                ),
                new Paragraph(PublishedRow.Caution(rows)) { IsSmall = true },
            ]
        );
    }
}
