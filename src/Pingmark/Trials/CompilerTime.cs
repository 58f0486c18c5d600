using Pingmark.Host;

namespace Pingmark.Trials;

/// <summary>Tells how long the compilers of a pair have worked, by the clocks of their threads, whoever had his turn
/// meanwhile.</summary>
/// <param name="pair">The pair; its compilers are known where all of its sides are on this machine and tell how their
/// compilers' threads are called.</param>
internal sealed class CompilerTime(Pair pair)
{
    /// <summary>The share of a core that compilers have who rest. What comes late takes a little at a time: with 5 % in
    /// place of 2 % the first half of Java's slices was slower than the second by 3 to 5 %.</summary>
    public const double Resting = 0.02;

    /// <summary>How often and how long compilers are waited for.</summary>
    private const int MostWaits = 25;
    private static readonly TimeSpan Wait = TimeSpan.FromMilliseconds(12);

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
        var usedNs = NsSinceLast();
        var tookNs = Clock.NowNs - _lastNs;
        _lastNs += tookNs;
        return (double)usedNs / Math.Max(1, tookNs);
    }

    /// <summary>Reads the clocks of the threads again.</summary>
    /// <returns>The CPU time in ns that compilers had since they were read last; 0 where none is seen.</returns>
    public long NsSinceLast() => _sides.Sum(one => one.Side.CompilerNs(one.Clocks.SinceLast()));

    /// <summary>Waits until the compilers rest, 0.3 s at most. While messages flow the threads that carry them take the
    /// cores that compilers need. The pair must be awake.</summary>
    public async Task WaitForRestAsync(CancellationToken cancel)
    {
        for (var waits = 0; waits < MostWaits && _sides.Count > 0; waits++)
        {
            await Task.Delay(Wait, cancel);
            if (ShareSinceLast() <= Resting)
                return;
        }
    }
}
