using Pingmark.Model;
using Pingmark.Vocabulary;
using Pingmark.Wording;

namespace Pingmark.Reports;

/// <summary>report.md: the complete figures of a run, how they were measured and what to know about them.</summary>
public static class MarkdownReport
{
    /// <summary>The report as GitHub-flavoured Markdown.</summary>
    public static string Render(Summary summary)
    {
        var names = new CellNames(summary);
        var groups = ScenarioGroup.Of(summary);
        var report = new MarkdownText().Heading(1, summary.Suite);
        if (summary.About.Length > 0)
            report.Paragraph(summary.About);
        report.Paragraph($"{ReportWords.Run(summary)}. {ReportWords.Machine(summary.Machine)}.");
        foreach (var caution in ReportWords.Cautions(summary))
            report.Paragraph(caution);
        AddRemarks(report, summary, names);
        if (summary.Networks.Count > 0)
            report
                .Heading(2, NetworkText.Title)
                .Paragraph(NetworkText.HowToRead)
                .Table(3, NetworkText.Headers, NetworkText.Rows(summary.Networks));
        report.Heading(2, "Results").Paragraph(ReportWords.HowToReadIntervals + ReportWords.HowToReadRatios);
        foreach (var group in groups)
            AddGroup(report, group, names);
        AddPublished(report, summary, groups, names);
        AddSamples(report, summary, names);
        AddMethod(report, summary, names);
        var passed = MethodFacts.AuditsPassed(summary, names);
        if (passed.Count > 0)
            report.Heading(2, "Audits passed").List(passed);
        return report.ToString();
    }

    private static void AddGroup(MarkdownText report, ScenarioGroup group, CellNames names)
    {
        report.Heading(3, group.Title);
        foreach (var map in HeatMap.Of(group))
            report
                .Paragraph($"{map.Title}. {HeatMap.Legend}")
                .Table(
                    1,
                    ["Client", .. map.Servers.Select(map.LetterOf)],
                    map.Clients.Select(client =>
                        Row(
                            $"{map.LetterOf(client)} {client}",
                            map.Servers.Select(server => map.Text(client, server).Trim())
                        )
                    )
                );
        report.Table(
            2,
            ["Stack", "Status", .. Metric.In(MetricTable.Times).Select(m => m.Title)],
            group.Cells.Select(c =>
                Row(
                    group.Name(c),
                    [ReportWords.Status(c), .. Metric.In(MetricTable.Times).Select(m => m.TextWithInterval(c))]
                )
            )
        );
        report.List(ReportWords.Withheld(group));
        if (group.Scenario.RatePerS is not null)
            AddOpenLoop(report, group);
        if (group.Scenario.IsOneWay)
            AddMetrics(
                report,
                group,
                MetricTable.OneWay,
                "One way: the rate is of messages that the server has counted; a round trip above lasts until it has "
                    + "acknowledged a message, so that it tells how long the queue was."
            );
        if (group.Scenario.IsChurn)
            AddMetrics(
                report,
                group,
                MetricTable.Churn,
                "A connection for each message: a round trip above is connecting, request, response and closing; the "
                    + "rate is of connections. From the same beginning, until it was connected and until the first "
                    + "byte came:"
            );
        if (group.Scenario.IsTick)
            AddMetrics(
                report,
                group,
                MetricTable.Tick,
                "Snapshots that the server sends unasked, over all connections: how late after the tick's time each "
                    + "arrived, and how long after the tick's first arrival on any connection. The round trips above "
                    + "are of inputs, which are answered one by one."
            );
        if (group.Scenario.TellsMemory)
            AddMetrics(
                report,
                group,
                MetricTable.Memory,
                "Many connections: resident memory that each process has more than before they were opened, for each "
                    + "of them, buffers and what the runtime has not given back included:"
            );
        if (group.Scenario.Network is not null)
            AddMetrics(
                report,
                group,
                MetricTable.Network,
                "An impaired network: goodput is of messages that were answered; stalled is the share of them that "
                    + "took more than twice as long as the fastest tenth; on the wire are all packets with their "
                    + "headers, both ways, for an answered message. What impairs the network has CPU time of its own, "
                    + "which is in no side's cost."
            );
        if (group.Comparisons.Any())
            report.Paragraph("Compared with the baseline:");
        report.Table(
            4,
            ["Stack", "Baseline", "Figure", "Verdict", "Ratio"],
            group.Comparisons.Select(c =>
                Row(
                    names.Of(c.A),
                    [
                        names.Of(c.B),
                        Metric.Find(c.Metric)?.Title ?? c.Metric,
                        ReportWords.Needs(c) is { Length: > 0 } undecided ? undecided : c.Verdict.Word(),
                        $"{EstimateText.Ratio(c.Ratio)} {EstimateText.RatioInterval(c.Ratio)}".TrimEnd()
                            + group.NotTheQuotient(c),
                    ]
                )
            )
        );
        foreach (var note in ReportWords.Footnotes([group]))
            report.Paragraph(note);
        report.Paragraph(
            "Cost of a message:" + (group.Scenario.PairThreads is null ? "" : $" {ReportWords.OneProcess}")
        );
        report.Table(
            1,
            ["Stack", .. Metric.In(MetricTable.Costs).Select(m => m.Title)],
            group.Cells.Select(c => Row(group.Name(c), Metric.In(MetricTable.Costs).Select(m => m.TextWithInterval(c))))
        );
        report.Paragraph("Messages:");
        report.Table(
            1,
            ["Stack", "Rounds", "Measured", "Counted", .. Always.Select(counter => counter.Title!)],
            group.Cells.Select(c =>
                Row(group.Name(c), [NumberText.Count(c.Rounds), NumberText.Elapsed(c.MeasuredS), .. Counts(c)])
            )
        );
    }

    private static void AddOpenLoop(MarkdownText report, ScenarioGroup group)
    {
        report.Paragraph(
            "Open loop: the round trips above count from the time at which a message was meant to go, "
                + "the uncorrected ones from when it went."
        );
        report.Table(
            1,
            ["Stack", .. Metric.In(MetricTable.OpenLoop).Select(m => m.Title), "Unsent"],
            group.Cells.Select(c =>
                Row(
                    group.Name(c),
                    [
                        .. Metric.In(MetricTable.OpenLoop).Select(m => m.TextWithInterval(c)),
                        c.Known(Counter.Unsent) is { } unsent ? NumberText.Count(unsent) : NumberText.Missing,
                    ]
                )
            )
        );
    }

    /// <summary>What a kind of test adds: a table of its metrics, and how to read them.</summary>
    private static void AddMetrics(MarkdownText report, ScenarioGroup group, MetricTable table, string meaning)
    {
        report.Paragraph(meaning);
        report.Table(
            1,
            ["Stack", .. Metric.In(table).Select(m => m.Title)],
            group.Cells.Select(c => Row(group.Name(c), Metric.In(table).Select(m => m.TextWithInterval(c))))
        );
    }

    private static void AddPublished(
        MarkdownText report,
        Summary summary,
        IReadOnlyList<ScenarioGroup> groups,
        CellNames names
    )
    {
        var laps = summary.Cells.Where(c => Metric.LapMean.Of(c) is not null).ToList();
        if (laps.Count > 0)
        {
            report
                .Heading(2, "Laps")
                .Table(
                    1,
                    ["Stack", "Round trips in a lap", "Laps", "Mean ± stddev, ms"],
                    laps.Select(c =>
                        Row(
                            names.Of(c.Id),
                            [NumberText.Count(c.Scenario.LapMessages ?? 0), ReportWords.Laps(c), ReportWords.LapTime(c)]
                        )
                    )
                );
        }
        if (summary.Published is not { } published)
        {
            if (summary.Observations.Count > 0)
                report.Heading(2, ReportWords.Observed).List(summary.Observations.Select(o => o.Text));
            return;
        }
        report.Heading(2, "Published figures").Paragraph($"Source: {published.Source}");
        if (published.Finding.Length > 0)
            report.Paragraph($"Finding: {published.Finding}");
        if (summary.Observations.Count > 0)
            report.Paragraph($"{ReportWords.Observed}:").List(summary.Observations.Select(o => o.Text));
        report.Paragraph(PublishedRow.Caution(groups, published));
        report.Table(
            2,
            ["Stack", "Figure", "Measured", "Published", "Ratio", "Conditions"],
            groups
                .SelectMany(g => PublishedRow.Of(g, published))
                .Select(r =>
                    Row(names.Of(r.Cell.Id), [r.Metric, r.MeasuredText, r.PublishedText, r.RatioText, r.Figure.Note])
                )
        );
    }

    private static void AddSamples(MarkdownText report, Summary summary, CellNames names)
    {
        var sampled = summary.Cells.Where(c => c.Samples.Count > 0).ToList();
        if (sampled.Count > 0)
            report.Heading(2, "Where the time goes").Table(3, SamplingText.Compares, SamplingText.Comparison(summary));
        foreach (var cell in sampled)
        foreach (var side in cell.Samples)
            SamplingText.AddTo(report, $"{names.Of(cell.Id)}, {side.Side}", side.Summary, side.Messages);
    }

    private static void AddRemarks(MarkdownText report, Summary summary, CellNames names)
    {
        var remarks = Remark.Of(summary).Where(remark => !remark.IsCaution).ToList();
        if (remarks.Count > 0)
            report
                .Heading(2, "To know before the figures")
                .List(remarks.Select(r => $"{r.Severity.Word()}: {r.Sentence(names)}"));
    }

    private static void AddMethod(MarkdownText report, Summary summary, CellNames names)
    {
        report.Heading(2, "How it was measured");
        foreach (var (heading, facts) in MethodFacts.Of(summary, names))
        {
            if (heading != MethodFacts.How)
                report.Heading(3, heading);
            report.List(facts);
        }
    }

    /// <summary>Counters that have a meaning in every scenario.</summary>
    private static readonly IReadOnlyList<Counter> Always = Counter
        .Shown.Where(counter => counter.IsMeantIn is null)
        .ToList();

    private static IEnumerable<string> Counts(CellSummary c) =>
        Always.Select(counter => c[counter]).Prepend(c.Messages).Select(NumberText.Count);

    private static List<string> Row(string first, IEnumerable<string> others) => [first, .. others];
}
