using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Reports;

/// <summary>Writes estimates and ratios with their intervals, for people.</summary>
internal static class EstimateText
{
    /// <summary>The widest interval that is written with ±: a wider one would include values below 0, or more than the
    /// interval does.</summary>
    private const double WidestPercent = 50;

    /// <summary>Bounds that are this many times away from the value are not written: from 5 ns to 3.6 s tells nobody
    /// anything but that the value is not known.</summary>
    private const double UnknownFactor = 10;

    /// <summary>A cell's figure and its interval: <c>8.7 µs ± 1.2 %</c>.</summary>
    public static string TextWithInterval(this Metric metric, CellSummary cell) =>
        metric.EstimateOf(cell) is { } estimate ? WithInterval(estimate, metric.Format) : NumberText.Missing;

    /// <summary>An estimate and its interval: <c>8.7 µs ± 1.2 %</c>, <c>8.7 µs [3.1 µs, 24 µs]</c>.</summary>
    public static string WithInterval(Estimate estimate, Func<double, string> format) =>
        $"{format(estimate.Value)} {Interval(estimate, format)}".TrimEnd();

    /// <summary>A ratio and its interval: <c>0.94x ± 1.2 %</c>, <c>2.44x [1.38, 4.29]</c>.</summary>
    public static string RatioWithInterval(Estimate ratio) =>
        $"{Ratio(ratio.Value)} {Interval(ratio, () => RatioBounds(ratio))}".TrimEnd();

    /// <summary>A ratio and its bounds: <c>0.94x [0.92, 0.97]</c>.</summary>
    public static string RatioWithBounds(Estimate ratio) => $"{Ratio(ratio.Value)} {RatioBounds(ratio)}".TrimEnd();

    /// <summary>A ratio without its interval: <c>0.94x</c>.</summary>
    public static string Ratio(double ratio) =>
        double.IsFinite(ratio) ? NumberText.Fixed(ratio, RatioDecimals(ratio)) + "x" : NumberText.Missing;

    /// <summary>The bounds of a ratio: <c>[0.92, 0.97]</c>; empty where there were too few rounds for an
    /// interval.</summary>
    public static string RatioBounds(Estimate ratio) =>
        ratio is { CiLow: { } low, CiHigh: { } high }
            ? $"[{RatioBound(low, ratio.Value)}, {RatioBound(high, ratio.Value)}]"
            : "";

    /// <summary>The interval relative to its value: <c>± 1.2 %</c>. The farther bound counts, for intervals of
    /// percentiles are asymmetric; where it is further than half of the value away, both bounds are named: <c>[3.1 µs,
    /// 24 µs]</c>, and where it is ten times away none: <c>[> 10x]</c>. Empty where there were too few rounds for an
    /// interval.</summary>
    public static string Interval(Estimate estimate, Func<double, string> format) =>
        Interval(
            estimate,
            () =>
                estimate.CiHigh > UnknownFactor * estimate.Value
                || estimate.CiLow is > 0 and var low && low < estimate.Value / UnknownFactor
                    ? $"[> {UnknownFactor}x]"
                    : $"[{format(estimate.CiLow!.Value)}, {format(estimate.CiHigh!.Value)}]"
        );

    private static string Interval(Estimate estimate, Func<string> bounds) =>
        FartherPercent(estimate) is not { } percent ? ""
        : percent > WidestPercent ? bounds()
        : $"± {NumberText.Significant(percent, 2)} %";

    /// <summary>Whether a figure is so uncertain that a table without intervals must not show it unmarked: the farther
    /// bound of its interval is further than half of the value away, or a percentile has too few values for
    /// any.</summary>
    public static bool IsRough(this Metric metric, CellSummary cell) =>
        metric.EstimateOf(cell) is { } estimate
        && (
            FartherPercent(estimate) is { } percent ? percent > WidestPercent : metric.Estimation is Estimation.Quantile
        );

    /// <summary>Whether the farther bound of a ratio is further than half of it away, or not known.</summary>
    public static bool IsRough(Estimate ratio) => !(FartherPercent(ratio) <= WidestPercent);

    /// <summary>The distance to the farther bound in percent of the value; null where there is no interval.</summary>
    public static double? FartherPercent(Estimate estimate) =>
        estimate is { CiLow: { } low, CiHigh: { } high, Value: not 0 and var value }
        && 100 * Math.Max(high - value, value - low) / Math.Abs(value) is var percent
        && double.IsFinite(percent)
            ? percent
            : null;

    /// <summary>How many decimals a ratio has: two around 1, whatever its interval.</summary>
    private static int RatioDecimals(double ratio) =>
        NumberText.Magnitude(ratio) is var magnitude && magnitude >= 0
            ? Math.Max(0, 2 - magnitude)
            : Math.Min(1 - magnitude, 4);

    /// <summary>A bound as text. One that is not 1 does not read as 1, because that decides whether there is a
    /// difference: it is rounded to the next number on its side of 1, unless the ratio itself would lie beyond
    /// it.</summary>
    private static string RatioBound(double bound, double ratio)
    {
        var decimals = RatioDecimals(ratio);
        var rounded = Math.Round(bound, decimals);
        if (rounded == 1 && bound != 1)
        {
            var beside = 1 + Math.Sign(bound - 1) * Math.Pow(10, -decimals);
            var printed = Math.Round(ratio, decimals);
            if (bound <= ratio ? beside <= printed : beside >= printed)
                rounded = beside;
        }
        return NumberText.Fixed(rounded, decimals);
    }
}
