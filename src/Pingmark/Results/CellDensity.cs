using Pingmark.Model;

namespace Pingmark.Results;

/// <summary>Which share of a cell's round trips lies in each of a row of ranges, whose ends have one ratio and are the
/// same for all cells.</summary>
/// <param name="First">The range of the first share: range k begins at 10^(k / <see cref="RangesPerDecade"/>)
/// ns.</param>
/// <param name="Shares">From the first range on without a gap; what lies in the tails is left out.</param>
public sealed record CellDensity(int First, IReadOnlyList<double> Shares)
{
    /// <summary>Each is 4 % wide: the width of a core's usual jitter, and 40 times what counts are told apart
    /// by.</summary>
    public const int RangesPerDecade = 60;

    /// <summary>Of all round trips, at each end: the percentile plot has them.</summary>
    private const double Tail = 0.0005;

    /// <param name="counts">At least one.</param>
    internal static CellDensity Of(Histogram counts)
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
