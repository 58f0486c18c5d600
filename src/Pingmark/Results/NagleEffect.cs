using System.Globalization;
using Pingmark.Model;
using Pingmark.Vocabulary;

namespace Pingmark.Results;

/// <summary>How much longer round trips are with Nagle's algorithm than without, for cells that differ in nothing
/// else.</summary>
internal static class NagleEffect
{
    public static IEnumerable<Observation> Of(IReadOnlyList<CellSummary> cells) =>
        from pair in Observations.DifferingIn(cells, s => s with { Socket = s.Socket with { NoDelay = null } })
        let with = RoundTrip(pair, noDelay: false)
        let without = RoundTrip(pair, noDelay: true)
        where with is not null && without is not null
        select new Observation(
            "nagle",
            $"{pair[0].Label}, {pair[0].Scenario.Test} of {pair[0].Scenario.MessageBytes} B: with Nagle's algorithm a "
                + $"round trip takes {Metric.P50.Format(with.Value)}, without it {Metric.P50.Format(without.Value)}: "
                + $"{Times(with, without)}"
        );

    private static Estimate? RoundTrip(IEnumerable<CellSummary> cells, bool noDelay) =>
        cells
            .Where(cell => cell.Scenario.Socket.NoDelay == noDelay)
            .Select(cell => Metric.P50.Of(cell) ?? Metric.Mean.Of(cell))
            .FirstOrDefault();

    /// <summary><c>482 times as long (470 to 495)</c>. The two are independent, so that the half-widths of their
    /// logarithms add up as squares.</summary>
    private static string Times(Estimate a, Estimate b)
    {
        var ratio = a.Value / b.Value;
        if (HalfWidth(a) is not { } ofA || HalfWidth(b) is not { } ofB)
            return $"{Digits(ratio)} times as long";
        var half = Math.Exp(Math.Sqrt(ofA * ofA + ofB * ofB));
        return $"{Digits(ratio)} times as long ({Digits(ratio / half)} to {Digits(ratio * half)})";
    }

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
