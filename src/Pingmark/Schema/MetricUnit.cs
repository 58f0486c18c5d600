using Pingmark.Formatting;

namespace Pingmark.Schema;

/// <summary>What a metric's number is measured in: how people read it, and its name in monitoring. A new unit is a row
/// here, and a line of <c>format.js</c> where charts must write it in a new way.</summary>
/// <param name="ChartName">The name that charts know it by.</param>
/// <param name="Format">A value as text: <c>8.7 µs</c>.</param>
/// <param name="Endings">For monitoring: the end of a key, what stands for it there, and the factor to the base unit.
/// The first that matches counts; none: the key itself.</param>
public sealed record MetricUnit(
    string ChartName,
    Func<double, string> Format,
    params IReadOnlyList<(string Key, string Name, double Factor)> Endings
)
{
    private static readonly IReadOnlyList<string> BaseUnits = ["seconds", "bytes", "ratio"];

    public static readonly MetricUnit Nanoseconds = new(
        "ns",
        NumberText.Duration,
        ("_ns_per_msg", "_per_message_seconds", 1e-9),
        ("_ns", "_seconds", 1e-9)
    );

    /// <summary>The unit that published laps have always had.</summary>
    public static readonly MetricUnit Milliseconds = new(
        "ms",
        value => WithUnit(value, "ms"),
        ("_ms", "_seconds", 1e-3)
    );

    public static readonly MetricUnit MessagesPerS = new(
        "per_s",
        NumberText.Rate,
        ("snapshots_per_s", "snapshots_per_second", 1),
        ("_per_s", "_messages_per_second", 1)
    );

    /// <summary>For people decimal megabytes a second, as usual for networks.</summary>
    public static readonly MetricUnit BytesPerS = new(
        "bytes_per_s",
        value => WithUnit(value / 1e6, "MB/s"),
        ("_per_s", "_per_second", 1)
    );

    public static readonly MetricUnit Bytes = new(
        "bytes",
        NumberText.Bytes,
        ("_bytes_per_msg", "_per_message_bytes", 1)
    );

    public static readonly MetricUnit Share = new(
        "share",
        NumberText.Percent,
        ("_share", "_ratio", 1),
        ("", "_ratio", 1)
    );

    public static readonly MetricUnit Number = new("number", NumberText.Number, ("_per_msg", "_per_message", 1));

    /// <summary>How monitoring calls a metric of this unit.</summary>
    /// <returns>The name, the base unit that it ends with (empty: none), and the factor that values take.</returns>
    public (string Name, string BaseUnit, double Factor) MonitoringName(string key)
    {
        var ending = Endings.FirstOrDefault(one => key.EndsWith(one.Key, StringComparison.Ordinal), (Key: "", "", 1));
        var name = key[..^ending.Key.Length] + ending.Name;
        var unit = BaseUnits.FirstOrDefault(one => name.EndsWith("_" + one, StringComparison.Ordinal)) ?? "";
        return (name, unit, ending.Factor);
    }

    private static string WithUnit(double value, string unit) =>
        double.IsFinite(value) ? $"{NumberText.Number(value)} {unit}" : NumberText.Missing;
}
