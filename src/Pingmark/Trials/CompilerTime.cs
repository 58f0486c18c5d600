using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>The CPU time of a pair's compilers, by the clocks of their threads.</summary>
internal sealed class CompilerTime(Pair pair)
{
    /// <summary>The share of a core below which compilers rest. With 5 % in place of 2 %, the first half of Java's
    /// slices was 3 to 5 % slower than the second.</summary>
    public const double MaxRestingShare = 0.02;

    private const int MaxWaits = 25;
    private static readonly TimeSpan Wait = TimeSpan.FromMilliseconds(12);

    private readonly List<(Side Side, ThreadClocks Clocks)> _sides =
    [
        .. pair.Workers.Where(side => side.CompilesAsItRuns).Select(side => (side, new ThreadClocks(side))),
    ];
    private long _lastNs = Clock.NowNs;

    /// <summary>Whether all sides are on this machine and name their compilers' threads.</summary>
    public bool IsKnown =>
        pair.Server is not null && _sides.All(one => one.Side is { IsHere: true, CompilerThreads.Count: > 0 });

    /// <summary>The share of a core that compilers used since the last reading; 0 where none is known.</summary>
    public double ReadShareSinceLast()
    {
        var usedNs = ReadNsSinceLast();
        var elapsedNs = Clock.NowNs - _lastNs;
        _lastNs += elapsedNs;
        return (double)usedNs / Math.Max(1, elapsedNs);
    }

    /// <summary>The CPU time that compilers used since the last reading; 0 where none is known.</summary>
    public long ReadNsSinceLast() => _sides.Sum(one => one.Side.SumCompilerNs(one.Clocks.ReadSinceLast()));

    /// <summary>Waits until the compilers rest, 0.3 s at most: under load, the threads that carry messages take the
    /// cores that compilers need. The pair must be awake.</summary>
    public async Task WaitForRestAsync(CancellationToken cancel)
    {
        for (var waits = 0; waits < MaxWaits && _sides.Count > 0; waits++)
        {
            await Task.Delay(Wait, cancel);
            if (ReadShareSinceLast() <= MaxRestingShare)
                return;
        }
    }
}

/// <summary>What the threads of a side use from one reading to the next.</summary>
/// <param name="side">The side; null where it is not ours.</param>
internal sealed class ThreadClocks(Side? side)
{
    private static readonly Dictionary<int, ThreadTime> None = [];
    private IReadOnlyDictionary<int, ThreadTime> _last = side?.Threads() ?? None;

    public IReadOnlyCollection<ThreadTime> ReadSinceLast()
    {
        var (before, now) = (_last, side?.Threads(_last) ?? None);
        _last = now;
        return [.. ThreadTime.Difference(before, now).Values];
    }
}
