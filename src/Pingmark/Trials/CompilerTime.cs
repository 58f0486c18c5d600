using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>Tells how long the compilers of a pair have worked, by the clocks of their threads, whoever had his turn
/// meanwhile.</summary>
/// <param name="pair">The pair; its compilers are known where all of its sides are on this machine and tell how their
/// compilers' threads are called.</param>
internal sealed class CompilerTime(Pair pair)
{
    private readonly List<Reading> _sides = [.. pair.Parts.Where(side => side.CompilesAsItRuns).Select(Reading.Of)];
    private long _lastNs = Clock.NowNs;

    /// <summary>Whether the compilers of all sides are seen.</summary>
    public bool IsKnown => pair.Server is not null && _sides.All(side => side.IsSeen);

    /// <summary>Reads the clocks again.</summary>
    /// <returns>The share of a core that compilers had since they were read last; 0 where none is seen.</returns>
    public double ShareSinceLast()
    {
        var (usedNs, tookNs) = (_sides.Sum(side => side.SinceLastNs()), Clock.NowNs - _lastNs);
        _lastNs += tookNs;
        return (double)usedNs / Math.Max(1, tookNs);
    }

    private sealed class Reading(Side side)
    {
        private IReadOnlyDictionary<int, ThreadTime> _last = side.Threads();

        public static Reading Of(Side side) => new(side);

        public bool IsSeen => side.IsHere && side.CompilerThreads.Count > 0;

        public long SinceLastNs()
        {
            var now = side.Threads(_last);
            var used = ThreadTime.Difference(_last, now).Values;
            _last = now;
            return used.Where(side.IsCompiler).Sum(thread => thread.CpuNs);
        }
    }
}
