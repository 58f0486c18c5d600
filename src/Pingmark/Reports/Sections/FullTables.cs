using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports.Document;
using Pingmark.Schema;

namespace Pingmark.Reports.Sections;

/// <summary>The complete figures of one scenario: the tables that every scenario has, and those that its kind of test
/// adds.</summary>
internal static class FullTables
{
    /// <summary>The tables that a kind of test adds, with how to read each.</summary>
    private static readonly IReadOnlyList<(MetricTable Table, string Meaning)> Added =
    [
        (
            MetricTable.OpenLoop,
            "Open loop: the round trips above count from the time at which a message was meant to go, "
                + "the uncorrected ones from when it went."
        ),
        (
            MetricTable.OneWay,
            "One way: the rate is of messages that the server has counted; a round trip above lasts until it has "
                + "acknowledged a message, so that it tells how long the queue was."
        ),
        (
            MetricTable.Churn,
            "A connection for each message: a round trip above is connecting, request, response and closing; the "
                + "rate is of connections. From the same beginning, until it was connected and until the first "
                + "byte came:"
        ),
        (
            MetricTable.Tick,
            "Snapshots that the server sends unasked, over all connections: how late after the tick's time each "
                + "arrived, and how long after the tick's first arrival on any connection. The round trips above "
                + "are of inputs, which are answered one by one."
        ),
        (
            MetricTable.Memory,
            "Many connections: resident memory that each process has more than before they were opened, for each "
                + "of them, buffers and what the runtime has not given back included:"
        ),
        (
            MetricTable.Network,
            "An impaired network: goodput is of messages that were answered; stalled is the share of them that "
                + "took more than twice as long as the fastest tenth; on the wire are all packets with their "
                + "headers, both ways, for an answered message. What impairs the network has CPU time of its own, "
                + "which is in no side's cost."
        ),
    ];

    public static IReadOnlyList<Block> Build(ScenarioGroup group, CellNames names) =>
        [
            CellTable.Build(
                group,
                [("Status", c => ReportSentences.Status(c)), .. CellTable.Metrics(MetricTable.Times)]
            ),
            new Bullets(ReportSentences.Withheld(group).ToList()),
            .. Added
                .Where(added => added.Table.IsMeantIn(group.Scenario))
                .SelectMany(added => new Block[] { new Paragraph(added.Meaning), TableOf(group, added.Table) }),
            new Paragraph(group.Comparisons.Any() ? "Compared with the baseline:" : ""),
            Compared(group, names),
            .. ReportSentences.Footnotes([group], one => one.Comparisons).Select(note => new Paragraph(note)),
            new Paragraph($"Cost of a message: {ReportSentences.WhoseCosts([group])}".TrimEnd()),
            TableOf(group, MetricTable.Costs),
            new Paragraph("Messages:"),
            CellTable.Build(
                group,
                [
                    (Column.Figure("Rounds"), c => NumberText.Count(c.Rounds)),
                    (Column.Figure("Measured"), c => NumberText.Elapsed(c.MeasuredS)),
                    (Column.Figure("Counted"), c => NumberText.Count(c.Messages)),
                    .. from counter in Counter.Shown
                    where counter.AppliesTo is null
                    select (Column.Figure(counter.Title!), Count(counter)),
                ]
            ),
        ];

    private static Table TableOf(ScenarioGroup group, MetricTable table) =>
        CellTable.Build(
            group,
            [
                .. CellTable.Metrics(table),
                .. new[] { (Column.Figure("Unsent"), Count(Counter.Unsent)) }.Where(_ => table == MetricTable.OpenLoop),
            ]
        );

    private static Func<CellSummary, TableCell> Count(Counter counter) =>
        cell => cell.ReportedValue(counter) is { } count ? NumberText.Count(count) : NumberText.Missing;

    /// <summary>The table of every comparison with the baseline, not only of the headline metric.</summary>
    private static Table Compared(ScenarioGroup group, CellNames names) =>
        Table.FromItems(
            group.Title,
            group.Comparisons,
            (Column.Stack, c => names.Find(c.A)),
            ("Baseline", c => names.Find(c.B)),
            ("Figure", c => Metric.Find(c.Metric)?.Title ?? c.Metric),
            ("Verdict", c => ReportSentences.Verdict(c)),
            (Column.Figure("Ratio"), c => EstimateText.RatioWithBounds(c.Ratio) + group.NotTheQuotient(c))
        );
}
