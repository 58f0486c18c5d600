using Pingmark.Host;

namespace Pingmark.Observing.Kernel;

/// <summary>A time in which a thread had a core, but for short breaks.</summary>
/// <param name="RanNs">How long it had the core within that time.</param>
internal readonly record struct CoreTurn(int Process, int Thread, long FromNs, long ToNs, long RanNs);

/// <summary>Who had a core when, of its switches. A thread's turns with short breaks between them are one, so that it
/// can be kept.</summary>
/// <param name="ended">Is told of each turn, soon after it.</param>
internal sealed class CoreUse(Action<CoreTurn> ended) : ISwitches
{
    /// <summary>Longer breaks end a turn, which also ends when it has lasted so long.</summary>
    private const long BreakNs = 50_000,
        LongestNs = 5_000_000;

    /// <summary>Shorter turns let nobody wait so that anybody would ask why.</summary>
    private const long LeastNs = 20_000;

    private readonly Dictionary<int, CoreTurn> _open = [];
    private CoreTurn _now;

    public long LostSwitches { get; private set; }

    public void Switched(long atNs, int process, int thread)
    {
        if (_now.Process > 0)
            Add(_now with { ToNs = atNs, RanNs = atNs - _now.FromNs });
        _now = new(process, thread, atNs, atNs, 0);
    }

    /// <summary>Who had the core meanwhile is not known.</summary>
    public void Lost(long switches)
    {
        LostSwitches += switches;
        _now = default;
    }

    private void Add(CoreTurn turn)
    {
        if (_open.TryGetValue(turn.Thread, out var open))
            if (turn.FromNs - open.ToNs <= BreakNs && open.ToNs - open.FromNs < LongestNs)
                turn = turn with { FromNs = open.FromNs, RanNs = open.RanNs + turn.RanNs };
            else
                Tell(open);
        _open[turn.Thread] = turn;
    }

    /// <summary>Tells of all turns that ended so long ago that they don't go on.</summary>
    public void EndBefore(long ns)
    {
        foreach (var (thread, turn) in _open)
            if (turn.ToNs < ns - BreakNs)
            {
                Tell(turn);
                _open.Remove(thread);
            }
    }

    /// <summary>Ends all turns, also that of who has the core now.</summary>
    public void End(long nowNs)
    {
        Switched(nowNs, 0, 0);
        EndBefore(long.MaxValue);
    }

    private void Tell(CoreTurn turn)
    {
        if (turn.RanNs >= LeastNs)
            ended(turn);
    }
}
