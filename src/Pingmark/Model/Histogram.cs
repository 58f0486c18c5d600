namespace Pingmark.Model;

/// <summary>Merged counts of times (ns) in the workers' layout log-linear/1024: for v, shift = max(0, floor(log2 v) -
/// 10), index = (shift &lt;&lt; 10) + (v >> shift), so a value is known to 1/1024. Only the controller turns counts
/// into percentiles.</summary>
public sealed class Histogram
{
    /// <summary>The fewest values that must lie beyond a percentile that is printed.</summary>
    private const int MinValuesBeyond = 10;

    /// <summary>The fewest values of which a percentile is known, for one above the median.</summary>
    public static long MinValuesFor(double q) => (long)Math.Ceiling(Math.Round(MinValuesBeyond / (1 - q), 6));

    private const int SubBits = 10;
    private const int MaxShift = 25;
    private const int Length = (MaxShift << SubBits) + (2 << SubBits);

    /// <summary>It is as long as the largest value needs, because a report merges thousands of histograms.</summary>
    private long[] _counts = [];
    private double _midpointSum;

    public long Count { get; private set; }
    public double MeanNs => Count == 0 ? double.NaN : _midpointSum / Count;

    public static int IndexOf(long valueNs)
    {
        var v = Math.Clamp(valueNs, 0, (1L << 36) - 1);
        var shift = Math.Max(0, 63 - SubBits - System.Numerics.BitOperations.LeadingZeroCount((ulong)v | 1));
        return (shift << SubBits) + (int)(v >> shift);
    }

    /// <summary>The middle of the values that share an index.</summary>
    public static double MidpointNs(int index)
    {
        var shift = Math.Max(0, (index >> SubBits) - 1);
        long low = (long)(index - (shift << SubBits)) << shift;
        return low + ((1L << shift) - 1) / 2.0;
    }

    public void Record(long valueNs, long count = 1) => Add(IndexOf(valueNs), count);

    public void Add(Histogram other)
    {
        for (var i = 0; i < other._counts.Length; i++)
            if (other._counts[i] > 0)
                Add(i, other._counts[i]);
    }

    public static Histogram Merged(IEnumerable<Histogram> parts)
    {
        var merged = new Histogram();
        foreach (var part in parts)
            merged.Add(part);
        return merged;
    }

    private void Add(int index, long count)
    {
        if (index >= _counts.Length)
            Array.Resize(ref _counts, ((index >> SubBits) + 1) << SubBits);
        _counts[index] += count;
        Count += count;
        _midpointSum += count * MidpointNs(index);
    }

    /// <param name="q">The share of values, 0 to 1.</param>
    /// <returns>The smallest recorded value (the middle of its bucket) with at least the share q of all values at or
    /// below it; NaN when the histogram is empty.</returns>
    public double PercentileNs(double q) => Count == 0 ? double.NaN : PercentilesNs([q]).First();

    /// <summary>Several percentiles, found in one pass over the counts.</summary>
    /// <param name="ascending">Shares from 0 to 1, in ascending order.</param>
    public IEnumerable<double> PercentilesNs(IEnumerable<double> ascending)
    {
        var (index, seen) = (-1, 0L);
        foreach (var q in ascending)
        {
            while (seen < Math.Clamp((long)Math.Ceiling(q * Count), 1, Count))
                seen += _counts[++index];
            yield return MidpointNs(index);
        }
    }

    /// <summary>The percentile; null with fewer than <see cref="MinValuesBeyond"/> values beyond it.</summary>
    public double? SupportedPercentileNs(double q) =>
        (q < 0.5 ? Math.Floor(q * Count) : Count - Math.Ceiling(q * Count)) >= MinValuesBeyond ? PercentileNs(q) : null;

    /// <summary>The bounds of the values' sum; the last bucket also holds all larger values.</summary>
    public (Int128 Least, Int128 Most) SumBoundsNs()
    {
        Int128 least = 0,
            most = 0;
        for (var i = 0; i < _counts.Length; i++)
        {
            if (_counts[i] == 0)
                continue;
            var (low, high) = BoundsNs(i);
            least += (Int128)_counts[i] * low;
            most += (Int128)_counts[i] * high;
        }
        return (least, most);
    }

    /// <summary>The index of the largest value's bucket; null when the histogram is empty.</summary>
    public int? HighestIndex => Array.FindLastIndex(_counts, count => count > 0) is >= 0 and var index ? index : null;

    /// <summary>Whether these values may be the largest ones of this histogram, as many as there are of them.</summary>
    public bool HasLargestValues(Histogram last)
    {
        var lowest = Array.FindIndex(last._counts, count => count > 0);
        if (lowest < 0)
            return true;
        for (var i = lowest + 1; i < Math.Max(_counts.Length, last._counts.Length); i++)
            if (_counts.ElementAtOrDefault(i) != last._counts.ElementAtOrDefault(i))
                return false;
        return last._counts[lowest] <= _counts.ElementAtOrDefault(lowest);
    }

    private static (long Low, long High) BoundsNs(int index)
    {
        var shift = Math.Max(0, (index >> SubBits) - 1);
        var low = (long)(index - (shift << SubBits)) << shift;
        return (low, index >= IndexOf(long.MaxValue) ? long.MaxValue : low + (1L << shift) - 1);
    }

    /// <summary>How many values are above the bucket of this value.</summary>
    public long CountAbove(double valueNs)
    {
        var above = 0L;
        for (var i = IndexOf((long)valueNs) + 1; i < _counts.Length; i++)
            above += _counts[i];
        return above;
    }

    /// <summary>The counts as [index, count, index, count, …], with ascending indices.</summary>
    public long[] ToSparse()
    {
        var sparse = new List<long>();
        for (var i = 0; i < _counts.Length; i++)
            if (_counts[i] > 0)
                sparse.AddRange([i, _counts[i]]);
        return [.. sparse];
    }

    /// <exception cref="PingmarkException">Indices are not ascending or out of range, or counts are below 1 or too
    /// large: a worker's mistake.</exception>
    public static Histogram FromSparse(long[] sparse)
    {
        if (MalformedAt(sparse) is { } at)
            throw new PingmarkException($"a histogram is malformed at element {at}", ExitCode.CellFailed);
        var histogram = new Histogram();
        for (var i = 0; i < sparse.Length; i += 2)
            histogram.Add((int)sparse[i], sparse[i + 1]);
        return histogram;
    }

    /// <summary>Whether <see cref="FromSparse"/> accepts the array.</summary>
    public static bool IsSparse(long[] sparse) => MalformedAt(sparse) is null;

    /// <summary>The index of the first wrong element; null if all are right. The total is bounded like any
    /// count.</summary>
    private static int? MalformedAt(long[] sparse)
    {
        var (last, total) = (-1L, 0L);
        for (var i = 0; i < sparse.Length; i += 2)
        {
            if (
                i + 1 >= sparse.Length
                || sparse[i] <= last
                || sparse[i] >= Length
                || sparse[i + 1] is < 1 or > BoundedLong.MaxValue
                || (total += sparse[i + 1]) > BoundedLong.MaxValue
            )
                return i;
            last = sparse[i];
        }
        return null;
    }
}
