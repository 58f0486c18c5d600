using System.Globalization;
using System.Text;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Exports;

/// <summary>Writes a summary as OpenMetrics text (OpenMetrics 1.0, which Prometheus reads): a gauge for each figure and
/// each bound of its interval, in base units, labelled with the cell. Figures that are not known are left
/// out.</summary>
internal static class OpenMetrics
{
    private sealed record Gauge(string Name, string Unit, string Help, Func<CellSummary, double?> Of);

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

    private static readonly IReadOnlyList<(string Name, string Help, Func<CellSummary, double?> Of)> Counts =
    [
        ("rounds", "Starts of fresh processes", c => c.Rounds),
        .. Counter
            .All.Where(counter => counter.MetricName is not null)
            .Select(counter => (counter.MetricName!, counter.Help, (Func<CellSummary, double?>)(c => c[counter]))),
    ];

    public static readonly Exporter Exporter = new(
        "openmetrics",
        "for Prometheus",
        run => [("metrics.txt", Render(run.Summary))]
    );

    private static string Render(Summary summary)
    {
        var text = new StringBuilder();
        AddRun(text, summary);
        Head(text, new("pingmark_cell", "", "Cells and their status", _ => 1), "info");
        foreach (var cell in summary.Cells)
            Sample(text, "pingmark_cell_info", [.. Labels(cell), ("status", cell.Status.Word())], 1);
        foreach (
            var family in Metric
                .All.SelectMany(Gauges)
                .Concat(Counts.Select(c => new Gauge($"pingmark_{c.Name}", "", c.Help, c.Of)))
        )
        {
            var known = summary.Cells.Where(cell => family.Of(cell) is { } value && double.IsFinite(value)).ToList();
            if (known.Count == 0)
                continue;
            Head(text, family, "gauge");
            foreach (var cell in known)
                Sample(text, family.Name, Labels(cell), family.Of(cell)!.Value);
        }
        return text.Append("# EOF\n").ToString();
    }

    private static void AddRun(StringBuilder text, Summary summary)
    {
        var machine = summary.Machine;
        Head(text, new("pingmark_run", "", "The run that the figures are of, and its machine", _ => 1), "info");
        Sample(
            text,
            "pingmark_run_info",
            [
                ("suite", summary.Suite),
                ("cpu", machine.Cpu),
                ("cores", NumberText.Count(machine.Cores)),
                ("kernel", machine.Kernel),
                ("os", machine.Os),
                ("congestion_control", machine.CongestionControl),
                ("pingmark_version", machine.PingmarkVersion),
            ],
            1
        );
        Head(text, new("pingmark_run_started_timestamp_seconds", "seconds", "When it began", _ => 0), "gauge");
        var started = summary.StartedAt.ToUnixTimeMilliseconds() / 1e3;
        Sample(text, "pingmark_run_started_timestamp_seconds", [], started);
    }

    private static IEnumerable<Gauge> Gauges(Metric metric)
    {
        var (from, to, scale) = Units.FirstOrDefault(u => metric.Key.EndsWith(u.From, StringComparison.Ordinal));
        var name = from is null ? metric.Key : metric.Key[..^from.Length] + to;
        var unit = BaseUnits.FirstOrDefault(u => name.EndsWith("_" + u, StringComparison.Ordinal)) ?? "";
        double? Scaled(double? value) => from is null ? value : value * scale;
        // A unit is the last part of a name.
        string Bound(string which) => unit.Length == 0 ? $"{name}_{which}" : $"{name[..^unit.Length]}{which}_{unit}";
        yield return new($"pingmark_{name}", unit, metric.Title, c => Scaled(metric.EstimateOf(c)?.Value));
        yield return new(
            $"pingmark_{Bound("ci_low")}",
            unit,
            $"{metric.Title}: lower bound of its 95 % interval",
            c => Scaled(metric.EstimateOf(c)?.CiLow)
        );
        yield return new(
            $"pingmark_{Bound("ci_high")}",
            unit,
            $"{metric.Title}: upper bound of its 95 % interval",
            c => Scaled(metric.EstimateOf(c)?.CiHigh)
        );
    }

    private static IEnumerable<(string, string)> Labels(CellSummary cell) =>
        [
            ("cell", cell.Id),
            ("stack", cell.Stack),
            ("client", cell.Client),
            ("label", cell.Label),
            .. ScenarioKeys
                .All.Where(key => key.Column is not null)
                .Select(key => (key.Column!, key.ColumnText(cell.Scenario) ?? "")),
        ];

    private static void Head(StringBuilder text, Gauge family, string type)
    {
        text.Append($"# TYPE {family.Name} {type}\n");
        if (family.Unit.Length > 0)
            text.Append($"# UNIT {family.Name} {family.Unit}\n");
        text.Append($"# HELP {family.Name} {Escaped(family.Help)}\n");
    }

    private static void Sample(StringBuilder text, string name, IEnumerable<(string, string)> labels, double value)
    {
        // An empty label is none.
        var inside = string.Join(
            ',',
            labels.Where(l => l.Item2.Length > 0).Select(l => $"{l.Item1}=\"{Escaped(l.Item2)}\"")
        );
        text.Append(name);
        if (inside.Length > 0)
            text.Append('{').Append(inside).Append('}');
        text.Append(CultureInfo.InvariantCulture, $" {value:R}\n");
    }

    private static string Escaped(string value) =>
        TerminalSafeText
            .Plain(value)
            .Replace("\\", "\\\\", StringComparison.Ordinal)
            .Replace("\"", "\\\"", StringComparison.Ordinal)
            .Replace("\n", "\\n", StringComparison.Ordinal);
}
