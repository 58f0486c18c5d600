using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Statistics;

namespace Pingmark.Results;

/// <summary>All percentiles of a cell's round trips, at equal distances of the logarithm of the share beyond them:
/// there are as many points between p99 and p99.9 as between p90 and p99.</summary>
/// <param name="Cell">The cell's id.</param>
/// <param name="Nines">The places as -log10(1 - q): 0 is the least value, 1 is p90, 2 is p99; the last point is the
/// longest round trip.</param>
/// <param name="Ns">The percentile at each place, in ns.</param>
/// <param name="Known">How many of the points have enough values behind them to be printed as a percentile.</param>
public sealed record CellCurve(string Cell, IReadOnlyList<double> Nines, IReadOnlyList<double> Ns, int Known)
{
    private const int PointsPerNine = 20;

    /// <summary>The curve of a cell; null where it was not measured.</summary>
    internal static CellCurve? FromEvidence(CellEvidence evidence)
    {
        var rounds = evidence
            .ContinuousWindowsByRound()
            .Select(round => Percentiles.Counts(round, s => s.Histogram))
            .ToList();
        var merged = Histogram.Merged(rounds.Select(round => round.Counts));
        if (merged.Count == 0)
            return null;
        var last = Math.Log10(merged.Count);
        var nines = Enumerable
            .Range(0, (int)Math.Ceiling(last * PointsPerNine))
            .Select(i => (double)i / PointsPerNine)
            .ToList();
        var ns = merged.PercentilesNs(nines.Select(Q)).ToList();
        var (known, beyond) = (0, nines.Count);
        // What lies beyond becomes less from point to point, so that one half of them need not be asked.
        while (known < beyond)
        {
            var middle = (known + beyond) / 2;
            if (Percentiles.WhyWithheld(Q(nines[middle]), ns[middle], merged, rounds, evidence.Cell.Scenario) is null)
                known = middle + 1;
            else
                beyond = middle;
        }
        return new(
            evidence.Cell.Id,
            [.. nines.Select(x => Math.Round(x, 3)), Math.Round(last, 3)],
            [.. ns.Select(value => Math.Round(value)), rounds.Max(round => round.MaxNs)],
            known
        );
    }

    private static double Q(double nines) => 1 - Math.Pow(10, -nines);
}

/// <summary>The share of a cell's round trips in each of a series of ranges, whose ends have a constant ratio and are
/// the same for all cells.</summary>
/// <param name="First">The number of the first range: range k begins at 10^(k / <see cref="RangesPerDecade"/>)
/// ns.</param>
/// <param name="Shares">The shares of the ranges from the first one on, without a gap; the tails are left out.</param>
public sealed record CellDensity(int First, IReadOnlyList<double> Shares)
{
    /// <summary>How many ranges a decade has. Each is 4 % wide: the usual jitter of a core, and 40 times what the
    /// histogram resolves.</summary>
    public const int RangesPerDecade = 60;

    /// <summary>The share of all round trips that is cut off at each end; the percentile plot shows these.</summary>
    private const double Tail = 0.0005;

    /// <param name="counts">Counts with at least one value.</param>
    internal static CellDensity FromCounts(Histogram counts)
    {
        var ranges = new SortedDictionary<int, long>();
        var sparse = counts.ToSparse();
        for (var i = 0; i < sparse.Length; i += 2)
        {
            var range = RangeOf(Histogram.MidpointNs((int)sparse[i]));
            ranges[range] = ranges.GetValueOrDefault(range) + sparse[i + 1];
        }
        var (first, last) = (End(ranges, counts.Count), End(ranges.Reverse(), counts.Count));
        return new(
            first,
            Enumerable
                .Range(first, last - first + 1)
                .Select(range => Math.Round((double)ranges.GetValueOrDefault(range) / counts.Count, 6))
                .ToList()
        );
    }

    private static int RangeOf(double ns) => (int)Math.Floor(RangesPerDecade * Math.Log10(Math.Max(1, ns)));

    /// <summary>The first range beyond the tail.</summary>
    private static int End(IEnumerable<KeyValuePair<int, long>> ranges, long count)
    {
        var seen = 0L;
        return ranges.First(range => (seen += range.Value) > Tail * count).Key;
    }
}
