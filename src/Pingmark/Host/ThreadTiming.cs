using System.Runtime.InteropServices;
using Pingmark.Model;

namespace Pingmark.Host;

/// <summary>Where and when this thread runs: calls for threads that read something in even steps.</summary>
internal static partial class ThreadTiming
{
    private const int Monotonic = 1,
        Absolute = 1,
        Idle = 5;

    /// <summary>Sleeps until a time of CLOCK_MONOTONIC, or a signal.</summary>
    public static void SleepUntil(long ns)
    {
        var time = new Timespec(ns);
        _ = Sleep(Monotonic, Absolute, in time, IntPtr.Zero);
    }

    /// <summary>Keeps this thread from some cores, where others are left to it.</summary>
    public static void Avoid(IReadOnlyCollection<int> cores)
    {
        Span<byte> allowed = stackalloc byte[CoreList.MostCores / 8];
        if (GetAffinity(0, allowed.Length, ref MemoryMarshal.GetReference(allowed)) != 0)
            return;
        foreach (var core in cores)
            allowed[core / 8] &= (byte)~(1 << (core % 8));
        if (allowed.IndexOfAnyExcept((byte)0) >= 0)
            _ = SetAffinity(0, allowed.Length, in MemoryMarshal.GetReference(allowed));
    }

    /// <summary>Lets this thread run only where a core would idle, and gives its core back as soon as somebody else
    /// wants it. Where all cores are wanted all the while it gets some thousandths of one.</summary>
    public static void GiveWay()
    {
        var priority = 0;
        _ = SetScheduler(0, Idle, in priority);
    }

    [LibraryImport("libc", EntryPoint = "clock_nanosleep")]
    private static partial int Sleep(int clock, int flags, in Timespec until, IntPtr left);

    [LibraryImport("libc", EntryPoint = "sched_setscheduler")]
    private static partial int SetScheduler(int thread, int policy, in int priority);

    [LibraryImport("libc", EntryPoint = "sched_getaffinity")]
    private static partial int GetAffinity(int thread, nint size, ref byte mask);

    [LibraryImport("libc", EntryPoint = "sched_setaffinity")]
    private static partial int SetAffinity(int thread, nint size, in byte mask);
}
