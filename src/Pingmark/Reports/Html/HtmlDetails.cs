using Pingmark.Model;
using Pingmark.Wording;

namespace Pingmark.Reports.Html;

/// <summary>What stands below the charts: published figures, how it was measured, and what the audits say.</summary>
internal static class HtmlDetails
{
    public static void AddPublished(
        HtmlText page,
        Summary summary,
        IReadOnlyList<ScenarioGroup> groups,
        CellNames names
    )
    {
        var observed = summary.Observations.Select(o => o.Text).ToList();
        if (summary.Published is not { } published)
        {
            AddObserved(page, observed);
            return;
        }
        Open(page, "published", "Published figures");
        page.Element("p", $"Source: {published.Source}");
        if (published.Finding.Length > 0)
            page.Element("p", $"Finding: {published.Finding.Trim()}");
        if (observed.Count > 0)
            page.Element("p", $"{ReportWords.Observed}:").List(observed);
        page.Table(
            "Published beside measured",
            2,
            ["Stack", "Figure", "Measured", "Published", "Ratio", "Conditions"],
            groups
                .SelectMany(g => PublishedRow.Of(g, published))
                .Select(r =>
                    (string[])
                        [names.Of(r.Cell.Id), r.Metric, r.MeasuredText, r.PublishedText, r.RatioText, r.Figure.Note]
                )
                .ToList()
        );
        page.Element("p", PublishedRow.Caution(groups, published), ("class", "small")).Close("section");
    }

    private static void AddObserved(HtmlText page, List<string> observed)
    {
        if (observed.Count == 0)
            return;
        Open(page, "observed", ReportWords.Observed);
        page.List(observed).Close("section");
    }

    public static void AddSamples(HtmlText page, Summary summary, CellNames names)
    {
        var sampled = summary.Cells.SelectMany(c => c.Samples.Select(s => (Cell: c, Side: s))).ToList();
        if (sampled.Count == 0)
            return;
        Open(page, "samples", "Where the time goes");
        page.Element("p", SamplingText.HowToRead, ("class", "small"));
        foreach (var (cell, side) in sampled)
        {
            var title = $"{names.Of(cell.Id)}, {side.Side}";
            page.Open("details").Element("summary", title);
            page.List([.. SamplingText.Facts(side.Summary, side.Messages), .. side.Summary.Notes]);
            page.Table(
                $"Methods of {title}",
                1,
                ["Method", "Self", "With callees"],
                side.Summary.TopMethods.Select(m =>
                        (string[])[m.Method, SamplingText.Percent(m.SelfShare), SamplingText.Percent(m.TotalShare)]
                    )
                    .ToList()
            );
            page.Close("details");
        }
        page.Close("section");
    }

    public static void AddNetworks(HtmlText page, Summary summary)
    {
        if (summary.Networks.Count == 0)
            return;
        Open(page, "networks", NetworkText.Title);
        page.Element("p", NetworkText.HowToRead, ("class", "small"));
        page.Table(NetworkText.Title, 3, NetworkText.Headers, NetworkText.Rows(summary.Networks));
        page.Close("section");
    }

    public static void AddMethod(HtmlText page, Summary summary, RunInfo run, CellNames names)
    {
        Open(page, "method", "How it was measured");
        page.Element("p", "The command that repeats it:")
            .Open("pre")
            .Element("code", RepeatCommand.Of(run))
            .Close("pre");
        foreach (var (heading, facts) in MethodFacts.Of(summary, names))
        {
            page.Open("details", ("open", heading == MethodFacts.How ? "" : null)).Element("summary", heading);
            page.List(heading == MethodFacts.How ? [.. RepeatCommand.Plan(run), .. facts] : facts).Close("details");
        }
        page.Close("section");
    }

    public static void AddAudits(HtmlText page, Summary summary, CellNames names)
    {
        Open(page, "remarks", "Audits");
        var remarks = Remark.Of(summary);
        if (remarks.Count == 0)
            page.Element("p", "Nothing to remark.");
        page.Open("div", ("class", "remarks"));
        foreach (var remark in remarks)
            page.Open("p")
                .Element("span", remark.Severity.Word(), ("class", $"severity {remark.Severity.Word()}"))
                .Open("span")
                .Element("strong", remark.Cells.Count == 0 ? "the run" : names.List(remark.Cells))
                .Element("span", remark.Text, ("class", "text"))
                .Close("span")
                .Close("p");
        page.Close("div");
        var passed = MethodFacts.AuditsPassed(summary, names);
        if (passed.Count > 0)
            page.Open("details").Element("summary", "Audits passed").List(passed).Close("details");
        page.Close("section");
    }

    private static void Open(HtmlText page, string id, string title) =>
        page.Open("section", ("id", id), ("aria-labelledby", $"{id}-title"))
            .Element("h2", title, ("id", $"{id}-title"));
}
