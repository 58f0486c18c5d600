using System.Globalization;

namespace Pingmark.Formatting;

/// <summary>
/// Figures for people: three significant digits (the resolution of the histograms) and a unit that keeps the number
/// short. The same in every culture; what is not known is <see cref="Missing"/>.
/// </summary>
public static class NumberText
{
    /// <summary>Stands for a figure that was not measured, or has too few samples behind it.</summary>
    public const string Missing = "-";

    private static readonly string[] TimeUnits = ["ns", "µs", "ms", "s"];
    private static readonly string[] RateUnits = ["/s", "k/s", "M/s", "G/s"];
    private static readonly string[] ByteUnits = ["B", "KiB", "MiB", "GiB"];

    private static readonly IReadOnlyList<(Func<double, string> Format, double Step, string[] Units)> Scales =
    [
        (Duration, 1000, TimeUnits),
        (Rate, 1000, RateUnits),
        (Bytes, 1024, ByteUnits),
    ];

    /// <summary>A time in ns as text: <c>8.7 µs</c>, <c>1.23 ms</c>.</summary>
    public static string Duration(double ns) => Scaled(ns, 1000, TimeUnits);

    /// <summary>A rate as text: <c>142 k/s</c>, <c>1.13 M/s</c>.</summary>
    public static string Rate(double perSecond) => Scaled(perSecond, 1000, RateUnits);

    /// <summary>A size as text: <c>96 B</c>, <c>1.5 KiB</c>.</summary>
    public static string Bytes(double bytes) => Scaled(bytes, 1024, ByteUnits);

    /// <summary>A plain number: <c>0.0213</c>, <c>17.4</c>.</summary>
    public static string Number(double value) => double.IsFinite(value) ? Significant(value, 3) : Missing;

    /// <summary>A share: <c>99.8 %</c>.</summary>
    public static string Percent(double share) => double.IsFinite(share) ? $"{Significant(100 * share, 3)} %" : Missing;

    /// <summary>A whole number with all its digits.</summary>
    public static string Count(long count) => count.ToString(CultureInfo.InvariantCulture);

    /// <summary>A number of things: <c>1 run</c>, <c>3 runs</c>.</summary>
    /// <param name="one">The word for one of them, whose plural has an s.</param>
    public static string Count(long count, string one) => $"{Count(count)} {one}{(count == 1 ? "" : "s")}";

    /// <summary>How long something took, in the unit that people would use: <c>52 s</c>, <c>15 min</c>, <c>3.2
    /// h</c>.</summary>
    public static string Elapsed(double seconds) =>
        seconds switch
        {
            < 120 => $"{Number(seconds)} s",
            < 7200 => $"{Number(seconds / 60)} min",
            _ => $"{Number(seconds / 3600)} h",
        };

    /// <summary>Chooses one unit for several quantities, so that a heading can tell it: that of the middle one, or of
    /// the smaller one of two in the middle.</summary>
    /// <param name="format">How one of them is written with its own unit.</param>
    /// <returns>The unit, and what writes a quantity in it with that many significant digits; where the format has no
    /// units to choose from, an empty unit and the format itself.</returns>
    public static (string Unit, Func<double, int, string> Text) InOneUnit(
        Func<double, string> format,
        IReadOnlyList<double> values
    )
    {
        var (_, step, units) = Scales.FirstOrDefault(scale => scale.Format == format);
        if (units is null || values.Count == 0)
            return ("", (value, _) => format(value));
        var at = UnitOf(values.Order().ElementAt((values.Count - 1) / 2), step, units);
        return (units[at], (value, digits) => Significant(value / Math.Pow(step, at), digits));
    }

    /// <summary>A duration that is only roughly known, with one or two digits: <c>3 min</c>, <c>1.5 h</c>.</summary>
    public static string RoughlyElapsed(double seconds) =>
        seconds switch
        {
            < 100 => $"{Significant(Math.Max(1, Math.Ceiling(seconds / 10)) * 10, 2)} s",
            < 5400 => $"{Significant(Math.Ceiling(seconds / 60), seconds < 600 ? 1 : 2)} min",
            _ => $"{Significant(seconds / 3600, 2)} h",
        };

    /// <summary>The option of a budget that is no shorter than this: <c>--budget 50s</c>, <c>--budget 4m</c>.</summary>
    public static string BudgetOption(double seconds) =>
        seconds <= 90
            ? $"--budget {Count((long)Math.Ceiling(seconds / 10) * 10)}s"
            : $"--budget {Count((long)Math.Ceiling(seconds / 60))}m";

    /// <summary>A mean with its spread: <c>8.91 ± 0.12</c>. The spread has two digits, and the mean as many decimals as
    /// it.</summary>
    public static string WithSpread(double mean, double spread)
    {
        if (!double.IsFinite(mean) || !double.IsFinite(spread))
            return Number(mean);
        var decimals = Math.Clamp(1 - Magnitude(spread), 0, 12);
        return $"{Fixed(mean, decimals)} ± {Fixed(spread, decimals)}";
    }

    /// <summary>The value with at most <paramref name="digits"/> significant digits, without trailing zeros; digits
    /// before the decimal point are never dropped.</summary>
    internal static string Significant(double value, int digits) =>
        RoundTo(value, digits).ToString("0.############", CultureInfo.InvariantCulture);

    private static string Scaled(double value, double step, string[] units)
    {
        if (!double.IsFinite(value))
            return Missing;
        var at = UnitOf(value, step, units);
        return $"{Significant(value / Math.Pow(step, at), 3)} {units[at]}";
    }

    private static int UnitOf(double value, double step, string[] units)
    {
        var at = 0;
        // Rounded before it is compared: 999.7 ns reads 1 µs, not 1000 ns.
        while (at < units.Length - 1 && Math.Abs(RoundTo(value / Math.Pow(step, at), 3)) >= step)
            at++;
        return at;
    }

    private static double RoundTo(double value, int digits) =>
        Math.Round(value, Math.Clamp(digits - 1 - Magnitude(value), 0, 12), MidpointRounding.AwayFromZero);

    internal static int Magnitude(double value) => value == 0 ? 0 : (int)Math.Floor(Math.Log10(Math.Abs(value)));

    internal static string Fixed(double value, int decimals) =>
        value.ToString("F" + Count(decimals), CultureInfo.InvariantCulture);
}
