using System.Globalization;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Checks.Pairs;

/// <summary>Words the quotient of two figures that were measured apart.</summary>
internal static class Quotient
{
    /// <summary>The quotient with its interval as text: <c>482 times (470 to 495)</c>. The two figures are independent,
    /// so that the half-widths of their logarithms add up as squares.</summary>
    public static string Times(Estimate a, Estimate b, string unit)
    {
        var ratio = a.Value / b.Value;
        if (HalfWidth(a) is not { } ofA || HalfWidth(b) is not { } ofB)
            return $"{Digits(ratio)} times {unit}";
        var half = Math.Exp(Math.Sqrt(ofA * ofA + ofB * ofB));
        return $"{Digits(ratio)} times {unit} ({Digits(ratio / half)} to {Digits(ratio * half)})";
    }

    /// <summary>The same of a figure that both cells have.</summary>
    public static string Times(Metric metric, CellSummary a, CellSummary b, string unit) =>
        Times(metric.EstimateOf(a)!, metric.EstimateOf(b)!, unit);

    private static double? HalfWidth(Estimate it) =>
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
