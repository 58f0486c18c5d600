using System.Runtime.InteropServices;
using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Observing.Kernel;

/// <summary>A thread's CPU time, its run queue delay and the system call that it is in.</summary>
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

    /// <summary>Whether the kernel tells the system call.</summary>
    public bool HasCall => _call is { } file && !file.Read().IsEmpty;

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
            _sleeps.Add(ReadNs, nowNs, wantedNs, wantedNs == 0 && IsAsleep());
        }
        (_ranNs, _waitedNs, ReadNs) = (ranNs, waitedNs, nowNs);
        return grownNs;
    }

    /// <summary>Read only where it did not run, so that it costs nothing while the thread works.</summary>
    private bool IsAsleep() => _sleeps.UsuallyRuns && _call is not null && SleepCalls.Has(_call.Read());

    public IEnumerable<WatchedEvent> Sleeps(string side) => _sleeps.Events(side, Name);

    public void Dispose()
    {
        _times.Dispose();
        _call?.Dispose();
    }
}

/// <summary>The system calls that sleep for a time, whatever arrives meanwhile: nanosleep and clock_nanosleep. Waits
/// for locks and conditions are none of them: idle threads wait by the same calls.</summary>
internal static class SleepCalls
{
    /// <summary>Their numbers, which each architecture has of its own.</summary>
    private static readonly long[] Numbers = RuntimeInformation.ProcessArchitecture switch
    {
        Architecture.X64 => [35, 230],
        Architecture.Arm64 => [101, 115],
        _ => [],
    };

    /// <summary>Whether a thread is in one of them.</summary>
    /// <param name="call">What <c>/proc/PID/task/TID/syscall</c> tells: a number and its arguments, or
    /// <c>running</c>.</param>
    public static bool Has(ReadOnlySpan<byte> call) =>
        !call.StartsWith("running"u8) && Array.IndexOf(Numbers, KernelNumbers.Word(call, 0)) >= 0;
}

/// <summary>When a thread slept that usually runs between any two readings. It slept in readings in which it did not
/// run at all and was in a system call that sleeps. How much of the readings before and after belongs to the sleep
/// follows from how much less it ran in them than usual.</summary>
internal sealed class ThreadSleeps
{
    private readonly List<Sleep> _sleeps = [];
    private Reading _last;
    private Sleep? _open;
    private long _readings,
        _ranReadings,
        _wantedNs,
        _awakeNs;

    /// <summary>Whether it ran, or was ready to, in most readings, so that one in which it did not is an
    /// event.</summary>
    public bool UsuallyRuns => 2 * _ranReadings > _readings;

    /// <param name="wantedNs">How long the thread ran, or was ready to.</param>
    /// <param name="isAsleep">Whether it stood in a system call that sleeps.</param>
    public void Add(long fromNs, long toNs, long wantedNs, bool isAsleep)
    {
        var reading = new Reading(toNs - fromNs, wantedNs);
        _readings++;
        // The kernel counts a wait when it ends: it may have begun in earlier readings.
        _ranReadings += wantedNs > 0 ? Math.Max(1, wantedNs / Math.Max(1, reading.LengthNs)) : 0;
        if (isAsleep)
        {
            _open ??= new Sleep(fromNs, toNs, _last, default);
            _open = _open with { ToNs = toNs };
            return;
        }
        if (_open is not null)
            _sleeps.Add(_open with { After = reading });
        _open = null;
        _last = reading;
        _wantedNs += wantedNs;
        _awakeNs += reading.LengthNs;
    }

    /// <param name="words">What its events are called.</param>
    public IEnumerable<WatchedEvent> Events(string side, string words)
    {
        if (!UsuallyRuns)
            yield break;
        var usual = _awakeNs > 0 ? (double)_wantedNs / _awakeNs : 0;
        foreach (var sleep in _open is null ? _sleeps : _sleeps.Append(_open))
        {
            var (fromNs, toNs) = (
                sleep.FromNs - sleep.Before.AsleepNs(usual),
                sleep.ToNs + sleep.After.AsleepNs(usual)
            );
            yield return new(EventKind.SleptElsewhere, side, fromNs, toNs, toNs - fromNs, words);
        }
    }

    private readonly record struct Reading(long LengthNs, long WantedNs)
    {
        public long AsleepNs(double usual) => usual > 0 ? Math.Max(0, LengthNs - (long)(WantedNs / usual)) : 0;
    }

    private sealed record Sleep(long FromNs, long ToNs, Reading Before, Reading After);
}
