using Pingmark.Host;

namespace Pingmark.Trials;

/// <summary>Tells how long the compilers of a pair have worked, by the clocks of their threads, whoever had his turn
/// meanwhile.</summary>
/// <param name="pair">The pair; its compilers are known where all of its sides are on this machine and tell how their
/// compilers' threads are called.</param>
internal sealed class CompilerTime(Pair pair)
{
    private readonly List<(Side Side, ThreadClocks Clocks)> _sides =
    [
        .. pair.Parts.Where(side => side.CompilesAsItRuns).Select(side => (side, new ThreadClocks(side))),
    ];
    private long _lastNs = Clock.NowNs;

    /// <summary>Whether the compilers of all sides are seen.</summary>
    public bool IsKnown =>
        pair.Server is not null && _sides.All(one => one.Side is { IsHere: true, CompilerThreads.Count: > 0 });

    /// <summary>Reads the clocks again.</summary>
    /// <returns>The share of a core that compilers had since they were read last; 0 where none is seen.</returns>
    public double ShareSinceLast()
    {
        var usedNs = _sides.Sum(one => one.Side.CompilerNs(one.Clocks.SinceLast()));
        var tookNs = Clock.NowNs - _lastNs;
        _lastNs += tookNs;
        return (double)usedNs / Math.Max(1, tookNs);
    }
}
