namespace Pingmark.Model;

/// <summary>
/// Merged counts of round-trip times (ns) in the workers' layout log-linear/1024: for v, shift = max(0, floor(log2 v) -
/// 10), index = (shift &lt;&lt; 10) + (v >> shift), so a value is known to 1/1024. Only the controller turns counts
/// into percentiles.
/// </summary>
public sealed class Histogram
{
    /// <summary>A percentile is not printed with fewer values than this beyond it.</summary>
    private const int FewestBeyond = 10;

    private const int SubBits = 10;
    private const int MaxShift = 25;
    private const int Length = (MaxShift << SubBits) + (2 << SubBits);

    /// <summary>As long as the largest value needs: a report merges thousands of them.</summary>
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

    /// <param name="q">0 to 1.</param>
    /// <returns>The smallest recorded value (its bucket's middle) with at least q of all values at or below it; NaN
    /// when empty.</returns>
    public double PercentileNs(double q)
    {
        if (Count == 0)
            return double.NaN;
        var rank = Math.Max(1, (long)Math.Ceiling(q * Count));
        long seen = 0;
        for (var i = 0; i < _counts.Length; i++)
            if ((seen += _counts[i]) >= rank)
                return MidpointNs(i);
        throw new InvalidOperationException("the counts do not add up to Count");
    }

    /// <summary>The same of many, in one pass.</summary>
    /// <param name="ascending">Each 0 to 1.</param>
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

    /// <summary>The same where enough values are beyond it to mean something; null elsewhere.</summary>
    public double? SupportedPercentileNs(double q) =>
        (q < 0.5 ? Math.Floor(q * Count) : Count - Math.Ceiling(q * Count)) >= FewestBeyond ? PercentileNs(q) : null;

    /// <summary>What the values can add up to, each anywhere in its bucket; the last bucket holds all that is larger,
    /// too.</summary>
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

    /// <summary>Of the largest value's bucket; null when empty.</summary>
    public int? HighestIndex => Array.FindLastIndex(_counts, count => count > 0) is >= 0 and var index ? index : null;

    private static (long Low, long High) BoundsNs(int index)
    {
        var shift = Math.Max(0, (index >> SubBits) - 1);
        var low = (long)(index - (shift << SubBits)) << shift;
        return (low, index >= IndexOf(long.MaxValue) ? long.MaxValue : low + (1L << shift) - 1);
    }

    /// <summary>How many values are beyond the bucket of this one.</summary>
    public long CountAbove(double valueNs) => _counts.Skip(IndexOf((long)valueNs) + 1).Sum();

    /// <summary>[index, count, index, count, …], ascending.</summary>
    public long[] ToSparse()
    {
        var sparse = new List<long>();
        for (var i = 0; i < _counts.Length; i++)
            if (_counts[i] > 0)
                sparse.AddRange([i, _counts[i]]);
        return [.. sparse];
    }

    /// <exception cref="PingmarkException">Indices not ascending or out of range, or counts below 1 or beyond all that
    /// can be: a worker's mistake.</exception>
    public static Histogram FromSparse(long[] sparse)
    {
        if (MalformedAt(sparse) is { } at)
            throw new PingmarkException($"a histogram is malformed at element {at}", ExitCode.CellFailed);
        var histogram = new Histogram();
        for (var i = 0; i < sparse.Length; i += 2)
            histogram.Add((int)sparse[i], sparse[i + 1]);
        return histogram;
    }

    /// <summary>Whether <see cref="FromSparse"/> would take it.</summary>
    public static bool IsSparse(long[] sparse) => MalformedAt(sparse) is null;

    /// <summary>The total is bounded as every count is, so that nothing wraps.</summary>
    private static int? MalformedAt(long[] sparse)
    {
        var (last, total) = (-1L, 0L);
        for (var i = 0; i < sparse.Length; i += 2)
        {
            if (
                i + 1 >= sparse.Length
                || sparse[i] <= last
                || sparse[i] >= Length
                || sparse[i + 1] is < 1 or > BoundedLong.Largest
                || (total += sparse[i + 1]) > BoundedLong.Largest
            )
                return i;
            last = sparse[i];
        }
        return null;
    }
}
