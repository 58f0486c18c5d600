using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Observing.Kernel;

/// <summary>The turns of a core, and whose they were: processes are called by their names while they live.</summary>
internal sealed class SwitchSource : ISource
{
    /// <summary>More is not kept: a minute of them.</summary>
    private const int Most = 1 << 20;

    private readonly SwitchRing _ring;
    private readonly CoreUse _use;
    private readonly TurnNames _names;
    private readonly List<(CoreTurn Turn, string Who)> _turns = [];

    /// <exception cref="IOException">The kernel does not permit it.</exception>
    public SwitchSource(int core, TurnNames names)
    {
        (Core, _names) = (core, names);
        _use = new(Keep);
        _ring = SwitchRing.Open(core);
    }

    public int Core { get; }
    public IReadOnlyList<(CoreTurn Turn, string Who)> Turns => _turns;
    public long LostSwitches => _use.LostSwitches;

    public void Read(long nowNs)
    {
        _ring.Drain(_use);
        _use.EndBefore(nowNs);
    }

    public void End(long nowNs) => _use.End(nowNs);

    public IEnumerable<WatchedEvent> Events() => [];

    private void Keep(CoreTurn turn)
    {
        if (_turns.Count < Most && _names.Find(turn) is { } who)
            _turns.Add((turn, who));
    }

    public void Dispose() => _ring.Dispose();
}
