namespace Pingmark.Observing.Kernel;

/// <summary>The turns on some cores, of whom each was: who had most of a time?</summary>
internal sealed class CoreTurns
{
    private readonly (CoreTurn Turn, string Who)[] _turns;
    private readonly long _longestNs;

    public CoreTurns(IEnumerable<(CoreTurn Turn, string Who)> turns)
    {
        _turns = [.. turns.OrderBy(one => one.Turn.FromNs)];
        _longestNs = _turns.Select(one => one.Turn.ToNs - one.Turn.FromNs).DefaultIfEmpty().Max();
    }

    /// <summary>Who had the cores longest within a time, and how long; null where nobody had.</summary>
    public (string Who, double RanNs)? Most(long fromNs, long toNs)
    {
        var ran = new Dictionary<string, double>();
        for (var i = FirstFrom(fromNs - _longestNs); i < _turns.Length && _turns[i].Turn.FromNs < toNs; i++)
        {
            var (turn, who) = _turns[i];
            var withinNs = Math.Min(toNs, turn.ToNs) - Math.Max(fromNs, turn.FromNs);
            if (withinNs > 0)
                ran[who] =
                    ran.GetValueOrDefault(who) + (double)turn.RanNs * withinNs / Math.Max(1, turn.ToNs - turn.FromNs);
        }
        return ran.Count == 0 ? null
            : ran.MaxBy(one => one.Value) is var most ? (most.Key, most.Value)
            : null;
    }

    private int FirstFrom(long ns)
    {
        var (low, high) = (0, _turns.Length);
        while (low < high)
        {
            var middle = (low + high) / 2;
            (low, high) = _turns[middle].Turn.FromNs < ns ? (middle + 1, high) : (low, middle);
        }
        return low;
    }
}
