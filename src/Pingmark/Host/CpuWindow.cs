using System.Collections.Concurrent;

namespace Pingmark.Host;

/// <summary>Measures the CPU time that processes use in a window: a thread reads their CPU clocks once at its beginning
/// and once at its end. So nothing around the window is included: requests and replies, load before it, a server that
/// spins while nobody sends.</summary>
public sealed class CpuWindow
{
    private static readonly BlockingCollection<CpuWindow> Asked = [];

    private readonly int[] _pids;
    private readonly long _fromNs;
    private readonly long _toNs;
    private readonly long?[] _usedNs;
    private readonly object _changed = new();
    private bool _isWanted = true;
    private bool _hasEnded;
    private long _lengthNs;

    static CpuWindow() => new Thread(ReadAll) { IsBackground = true, Name = "CPU clocks" }.Start();

    private CpuWindow(long fromNs, long toNs, int[] pids)
    {
        (_fromNs, _toNs, _pids) = (fromNs, toNs, pids);
        _usedNs = new long?[pids.Length];
    }

    /// <param name="fromNs">When the window begins, by CLOCK_MONOTONIC; not in the past.</param>
    /// <param name="pids">The processes; 0 for one that is not on this machine.</param>
    public static CpuWindow Begin(long fromNs, long toNs, params int[] pids)
    {
        var window = new CpuWindow(fromNs, toNs, pids);
        Asked.Add(window);
        return window;
    }

    /// <summary>Ends the measurement.</summary>
    /// <returns>The CPU time of each process in ns, and the length of the window; null where a reading came late, or
    /// the window has not ended yet.</returns>
    public (IReadOnlyList<long?> UsedNs, long LengthNs)? End()
    {
        lock (_changed)
        {
            _isWanted = false;
            Monitor.PulseAll(_changed);
            while (!_hasEnded)
                Monitor.Wait(_changed);
            return _lengthNs > 0 ? (_usedNs, _lengthNs) : null;
        }
    }

    private static void ReadAll()
    {
        foreach (var window in Asked.GetConsumingEnumerable())
        {
            lock (window._changed)
            {
                window.Read();
                window._hasEnded = true;
                Monitor.PulseAll(window._changed);
            }
        }
    }

    private void Read()
    {
        if (!SleepUntil(_fromNs) || ReadClocks(_toNs) is not var (beganNs, before))
            return;
        if (!SleepUntil(_toNs - LatestWakeNs) || ReadClocks(_toNs) is not var (endedNs, after))
            return;
        for (var i = 0; i < _pids.Length; i++)
            _usedNs[i] = after[i] - before[i];
        _lengthNs = endedNs - beganNs;
    }

    /// <summary>How long before the window's end this thread wakes, because its core may be taken at that
    /// moment.</summary>
    private const long LatestWakeNs = 2_000_000;

    /// <summary>A reading that takes longer than this is not of one moment: this thread lost its core
    /// meanwhile.</summary>
    private const long LongestReadingNs = 50_000;

    /// <summary>Reads all clocks at one moment; a reading that took too long is repeated.</summary>
    /// <returns>The time and the clocks; null where it became too late.</returns>
    private (long AtNs, long?[] CpuNs)? ReadClocks(long latestNs)
    {
        while (true)
        {
            var beganNs = Clock.NowNs;
            var cpuNs = Array.ConvertAll(_pids, ReadClock);
            var endedNs = Clock.NowNs;
            if (endedNs > latestNs)
                return null;
            if (endedNs - beganNs <= LongestReadingNs)
                return (beganNs, cpuNs);
        }
    }

    private static long? ReadClock(int pid) => pid == 0 ? null : CpuClock.ReadNs(pid);

    /// <summary>Sleeps until a time; false where the measurement was ended before.</summary>
    private bool SleepUntil(long ns)
    {
        for (var left = ns - Clock.NowNs; _isWanted && left > 0; left = ns - Clock.NowNs)
            Monitor.Wait(_changed, TimeSpan.FromMilliseconds(Math.Ceiling(left / 1e6)));
        return _isWanted;
    }
}
