using Pingmark.Statistics;

namespace Pingmark.Tests.Statistics;

/// <summary>How often intervals contain the truth, which is no difference: the check that every way to make intervals
/// has to pass, and that wrong ones don't.</summary>
internal static class Coverage
{
    /// <summary>Below, intervals are too narrow; above, they are wider than they need to be.</summary>
    public const double Least = 0.94,
        Most = 0.995;

    public delegate IEnumerable<(double Low, double High)> Intervals(IReadOnlyList<LogarithmsByRound> comparisons);

    /// <summary>As the report prints them.</summary>
    public static IEnumerable<(double Low, double High)> Ours(IReadOnlyList<LogarithmsByRound> comparisons) =>
        LogarithmEstimates
            .EstimateRatios(comparisons)
            .Select(e => (e!.Mean - e.HalfWidth(0.95)!.Value, e.Mean + e.HalfWidth(0.95)!.Value));

    public static double Of(int runs, Func<IReadOnlyList<LogarithmsByRound>> run, Intervals intervals)
    {
        var all = Enumerable.Range(0, runs).SelectMany(_ => intervals(run())).ToList();
        return all.Count(i => i.Low <= 0 && 0 <= i.High) / (double)all.Count;
    }

    public static double MeanHalfWidth(int runs, Func<IReadOnlyList<LogarithmsByRound>> run) =>
        Enumerable.Range(0, runs).SelectMany(_ => Ours(run())).Average(i => (i.High - i.Low) / 2);
}
