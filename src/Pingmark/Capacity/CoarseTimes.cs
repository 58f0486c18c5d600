using Pingmark.Model;

namespace Pingmark.Capacity;

/// <summary>Makes counts of times coarser, so that a search keeps a quarter of the bytes: a time is known to 1/128, and
/// no count passes a limit of the objectives, so that each window says exactly the same of them.</summary>
internal sealed class CoarseTimes
{
    /// <summary>How many bits of an index are left out: 8 neighbours become one.</summary>
    private const int Bits = 3;

    /// <summary>The indices at which a limit lies.</summary>
    private readonly IReadOnlyList<int> _limits;

    public CoarseTimes(IEnumerable<Objective> objectives) =>
        _limits = [
            .. objectives
                .Select(one => one.Percentile is null ? one.LateAfterNs : (long)one.Limit)
                .OfType<long>()
                .Select(Histogram.IndexOf)
                .Distinct(),
        ];

    /// <param name="sparse">Counts as workers tell them.</param>
    /// <returns>The same counts in fewer places.</returns>
    public long[] Of(long[] sparse)
    {
        var coarse = new List<long>(sparse.Length / 4);
        for (var i = 0; i < sparse.Length; i += 2)
        {
            var place = Place((int)sparse[i]);
            if (coarse.Count > 0 && coarse[^2] == place)
                coarse[^1] += sparse[i + 1];
            else
                coarse.AddRange([place, sparse[i + 1]]);
        }
        return [.. coarse];
    }

    /// <summary>The middle of the neighbours that lie on the same side of all limits; a limit's own place has
    /// none.</summary>
    private int Place(int index)
    {
        if (_limits.Contains(index))
            return index;
        var low = index >> Bits << Bits;
        var high = low + (1 << Bits) - 1;
        foreach (var limit in _limits)
        {
            if (limit < index)
                low = Math.Max(low, limit + 1);
            else
                high = Math.Min(high, limit - 1);
        }
        return (low + high + 1) / 2;
    }
}
