using System.Collections.Concurrent;

namespace Pingmark.Host;

/// <summary>
/// What processes use within a stretch of time: their CPU clocks are read once at its beginning and once at its end, by
/// a thread that sleeps in between. So nothing that surrounds the stretch is in it: requests and replies, load that
/// settles, a server that spins while nobody sends.
/// </summary>
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

    /// <param name="fromNs">CLOCK_MONOTONIC, from now on.</param>
    /// <param name="pids">Null: not on this machine.</param>
    public static CpuWindow Begin(long fromNs, long toNs, params int?[] pids)
    {
        var window = new CpuWindow(fromNs, toNs, pids.Select(pid => pid ?? 0).ToArray());
        Asked.Add(window);
        return window;
    }

    /// <summary>What each process used in it, and how long it was.</summary>
    /// <returns>Null where the readings did not come in time, or the window has not ended yet.</returns>
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
        if (!SleptUntil(_fromNs) || ReadClocks(_toNs) is not var (beganNs, before))
            return;
        if (!SleptUntil(_toNs - LatestWakeNs) || ReadClocks(_toNs) is not var (endedNs, after))
            return;
        for (var i = 0; i < _pids.Length; i++)
            _usedNs[i] = after[i] - before[i];
        _lengthNs = endedNs - beganNs;
    }

    /// <summary>The core may be taken when this thread should wake.</summary>
    private const long LatestWakeNs = 2_000_000;

    /// <summary>Longer means that this thread lost its core amid a reading.</summary>
    private const long LongestReadingNs = 50_000;

    /// <summary>All at one moment; what was not is read again.</summary>
    /// <returns>Null: it became too late.</returns>
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

    /// <returns>False: the run is over, and nobody waits for it any more.</returns>
    private bool SleptUntil(long ns)
    {
        for (var left = ns - Clock.NowNs; _isWanted && left > 0; left = ns - Clock.NowNs)
            Monitor.Wait(_changed, TimeSpan.FromMilliseconds(Math.Ceiling(left / 1e6)));
        return _isWanted;
    }
}
