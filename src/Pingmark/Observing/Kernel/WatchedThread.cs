using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Observing.Kernel;

/// <summary>What the kernel tells of a thread: how long it ran and waited for a core, and where it stands.</summary>
internal sealed class WatchedThread : IDisposable
{
    private const int MostBytes = 256;

    private readonly OpenKernelFile _times;
    private readonly OpenKernelFile? _call;
    private readonly ThreadSleeps _sleeps = new();
    private long _ranNs,
        _waitedNs;

    private WatchedThread(OpenKernelFile times, OpenKernelFile? call, string name) =>
        (_times, _call, Name) = (times, call, name);

    /// <returns>Null where the thread has ended.</returns>
    public static WatchedThread? Open(int pid, int id, string name)
    {
        var folder = $"/proc/{pid}/task/{id}";
        return OpenKernelFile.Open($"{folder}/schedstat", MostBytes) is { } times
            ? new(times, OpenKernelFile.Open($"{folder}/syscall", MostBytes), name)
            : null;
    }

    public string Name { get; }

    /// <summary>When it was read last; 0 where it was not yet.</summary>
    public long ReadNs { get; private set; }

    /// <summary>Whether the kernel tells where it stands. What looks for sleeps is called here, too, so that it is
    /// compiled before anything is measured.</summary>
    public bool TellsItsCall => _call is { } file && (SleepCalls.Has(file.Read()) || !file.Read().IsEmpty);

    /// <summary>Reads it.</summary>
    /// <returns>How long it waited for a core since it was read last.</returns>
    public long Read(long nowNs)
    {
        var times = _times.Read();
        var (ranNs, waitedNs) = (KernelNumbers.Word(times, 0), KernelNumbers.Word(times, 1));
        if (ranNs == 0)
            return 0;
        var grownNs = 0L;
        if (ReadNs > 0)
        {
            grownNs = waitedNs - _waitedNs;
            var wantedNs = ranNs - _ranNs + grownNs;
            _sleeps.Add(ReadNs, nowNs, wantedNs, IsAsleep(nowNs - ReadNs, wantedNs));
        }
        (_ranNs, _waitedNs, ReadNs) = (ranNs, waitedNs, nowNs);
        return grownNs;
    }

    /// <summary>Asked only where it hardly ran, which costs nothing while it does.</summary>
    private bool IsAsleep(long lengthNs, long wantedNs) =>
        _sleeps.MaySleep(lengthNs, wantedNs) && _call is not null && SleepCalls.Has(_call.Read());

    public IEnumerable<WatchedEvent> Sleeps(string side) => _sleeps.Events(side, Name);

    public void Dispose()
    {
        _times.Dispose();
        _call?.Dispose();
    }
}
