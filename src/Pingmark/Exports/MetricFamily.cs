using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Exports;

/// <summary>A value with its labels; an empty label is none.</summary>
internal sealed record MetricSample(IReadOnlyList<(string Name, string Value)> Labels, double Value);

/// <summary>The samples of one name in monitoring: a figure of all cells, in its base unit.</summary>
/// <param name="Unit">The base unit, which the name ends with; empty: none.</param>
internal sealed record MetricFamily(
    string Name,
    string Unit,
    string Help,
    IReadOnlyList<MetricSample> Samples,
    bool IsInfo = false
)
{
    private const string Prefix = "pingmark_";

    /// <summary>All families of a run that have samples; figures that are not known have none.</summary>
    public static IReadOnlyList<MetricFamily> Collect(Summary summary) =>
        new[] { Run(summary), Started(summary), Cells(summary) }
            .Concat(Metric.All.SelectMany(metric => Figures(metric, summary)))
            .Append(Gauge(summary, "rounds", "", "Starts of fresh processes", cell => cell.Rounds))
            .Concat(
                Counter
                    .All.Where(counter => counter.MetricName is not null)
                    .Select(counter => Gauge(summary, counter.MetricName!, "", counter.Help, cell => cell[counter]))
            )
            .Where(family => family.Samples.Count > 0)
            .ToList();

    private static MetricFamily Run(Summary summary) =>
        new(
            $"{Prefix}run",
            "",
            "The run that the figures are of, and its machine",
            [
                new(
                    [
                        ("suite", summary.Suite),
                        ("cpu", summary.Machine.Cpu),
                        ("cores", NumberText.Count(summary.Machine.Cores)),
                        ("kernel", summary.Machine.Kernel),
                        ("os", summary.Machine.Os),
                        ("congestion_control", summary.Machine.CongestionControl),
                        ("pingmark_version", summary.Machine.PingmarkVersion),
                    ],
                    1
                ),
            ],
            IsInfo: true
        );

    private static MetricFamily Started(Summary summary) =>
        new(
            $"{Prefix}run_started_timestamp_seconds",
            "seconds",
            "When it began",
            [new([("suite", summary.Suite)], summary.StartedAt.ToUnixTimeMilliseconds() / 1e3)]
        );

    private static MetricFamily Cells(Summary summary) =>
        new(
            $"{Prefix}cell",
            "",
            "Cells and their status",
            summary
                .Cells.Select(cell => new MetricSample([.. Labels(summary, cell), ("status", cell.Status.Word())], 1))
                .ToList(),
            IsInfo: true
        );

    private static IEnumerable<MetricFamily> Figures(Metric metric, Summary summary)
    {
        var (name, unit, factor) = metric.Unit.MonitoringName(metric.Key);
        // A unit is the last part of a name.
        string Bound(string which) => unit.Length == 0 ? $"{name}_{which}" : $"{name[..^unit.Length]}{which}_{unit}";
        MetricFamily Family(string called, string help, Func<Estimate, double?> of) =>
            Gauge(
                summary,
                called,
                unit,
                metric.Title + help,
                cell => metric.EstimateOf(cell) is { } estimate ? of(estimate) * factor : null
            );
        yield return Family(name, "", estimate => estimate.Value);
        yield return Family(Bound("ci_low"), ": lower bound of its 95 % interval", estimate => estimate.CiLow);
        yield return Family(Bound("ci_high"), ": upper bound of its 95 % interval", estimate => estimate.CiHigh);
    }

    private static MetricFamily Gauge(
        Summary summary,
        string name,
        string unit,
        string help,
        Func<CellSummary, double?> of
    ) =>
        new(
            Prefix + name,
            unit,
            help,
            (
                from cell in summary.Cells
                let value = of(cell)
                where value is not null && double.IsFinite(value.Value)
                select new MetricSample(Labels(summary, cell), value.Value)
            ).ToList()
        );

    private static IReadOnlyList<(string, string)> Labels(Summary summary, CellSummary cell) =>
        [
            ("suite", summary.Suite),
            ("cell", cell.Id),
            ("stack", cell.Stack),
            ("client", cell.Client),
            ("label", cell.Label),
            .. ScenarioKeys
                .All.Where(key => key.Column is not null)
                .Select(key => (key.Column!, key.ColumnText(cell.Scenario) ?? "")),
        ];
}
