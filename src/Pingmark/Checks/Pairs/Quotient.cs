using System.Globalization;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Checks.Pairs;

/// <summary>Words the quotient of two figures that were measured apart.</summary>
internal static class Quotient
{
    /// <summary>The quotient with its interval. The two figures are independent, so that the half-widths of their
    /// logarithms add up as squares.</summary>
    public static Estimate Of(Estimate a, Estimate b)
    {
        var ratio = a.Value / b.Value;
        if (HalfWidth(a) is not { } ofA || HalfWidth(b) is not { } ofB)
            return new(ratio, null, null);
        var half = Math.Exp(Math.Sqrt(ofA * ofA + ofB * ofB));
        return new(ratio, ratio / half, ratio * half);
    }

    /// <summary>The quotient with its interval as text: <c>482 times (470 to 495)</c>.</summary>
    public static string Times(Estimate a, Estimate b, string unit) =>
        Of(a, b) is { Value: var ratio, CiLow: { } low, CiHigh: { } high }
            ? $"{Digits(ratio)} times {unit} ({Digits(low)} to {Digits(high)})"
            : $"{Digits(a.Value / b.Value)} times {unit}";

    /// <summary>The same of a figure that both cells have.</summary>
    public static string Times(Metric metric, CellSummary a, CellSummary b, string unit) =>
        Times(metric.EstimateOf(a)!, metric.EstimateOf(b)!, unit);

    /// <summary>The distance to the farther bound, as a logarithm; null where there is no interval.</summary>
    public static double? HalfWidth(Estimate it) =>
        it is { CiLow: > 0 and { } low, CiHigh: { } high }
            ? Math.Max(Math.Log(it.Value / low), Math.Log(high / it.Value))
            : null;

    private static string Digits(double ratio) =>
        ratio.ToString(
            ratio < 10 ? "0.00"
                : ratio < 100 ? "0.0"
                : "0",
            CultureInfo.InvariantCulture
        );
}
