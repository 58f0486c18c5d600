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

    private static readonly IReadOnlyList<(string From, string To, double Scale)> Units =
    [
        ("_cpu_ns_per_msg", "_cpu_per_message_seconds", 1e-9),
        ("_allocated_bytes_per_msg", "_allocated_per_message_bytes", 1),
        ("_context_switches_per_msg", "_context_switches_per_message", 1),
        ("throughput_per_s", "throughput_messages_per_second", 1),
        ("received_bytes_per_s", "received_bytes_per_second", 1),
        ("snapshots_per_s", "snapshots_per_second", 1),
        ("sent_per_s", "sent_messages_per_second", 1),
        ("goodput_bytes_per_s", "goodput_bytes_per_second", 1),
        ("stalled_share", "stalled_ratio", 1),
        ("wire_bytes_per_msg", "wire_per_message_bytes", 1),
        ("_ns", "_seconds", 1e-9),
        ("_ms", "_seconds", 1e-3),
        ("achieved_rate", "achieved_rate_ratio", 1),
    ];

    private static readonly IReadOnlyList<string> BaseUnits = ["seconds", "bytes", "ratio"];

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
        var (from, to, scale) = Units.FirstOrDefault(u => metric.Key.EndsWith(u.From, StringComparison.Ordinal));
        var name = from is null ? metric.Key : metric.Key[..^from.Length] + to;
        var unit = BaseUnits.FirstOrDefault(u => name.EndsWith("_" + u, StringComparison.Ordinal)) ?? "";
        // A unit is the last part of a name.
        string Bound(string which) => unit.Length == 0 ? $"{name}_{which}" : $"{name[..^unit.Length]}{which}_{unit}";
        MetricFamily Family(string called, string help, Func<Estimate, double?> of) =>
            Gauge(
                summary,
                called,
                unit,
                metric.Title + help,
                cell => metric.EstimateOf(cell) is { } estimate ? of(estimate) * (from is null ? 1 : scale) : null
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
