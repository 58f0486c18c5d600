using Pingmark.Model;

namespace Pingmark.Results;

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
