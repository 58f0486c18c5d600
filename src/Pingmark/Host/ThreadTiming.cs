using System.Runtime.InteropServices;
using Pingmark.Model;

namespace Pingmark.Host;

/// <summary>Where and when this thread runs: calls for threads that read something in even steps.</summary>
internal static partial class ThreadTiming
{
    private const int Monotonic = 1,
        Absolute = 1;

    /// <summary>Sleeps until a time of CLOCK_MONOTONIC, or a signal.</summary>
    public static void SleepUntil(long ns)
    {
        var time = new Timespec { Seconds = ns / 1_000_000_000, Nanoseconds = ns % 1_000_000_000 };
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

    [StructLayout(LayoutKind.Sequential)]
    private struct Timespec
    {
        public long Seconds;
        public long Nanoseconds;
    }

    [LibraryImport("libc", EntryPoint = "clock_nanosleep")]
    private static partial int Sleep(int clock, int flags, in Timespec until, IntPtr left);

    [LibraryImport("libc", EntryPoint = "sched_getaffinity")]
    private static partial int GetAffinity(int thread, nint size, ref byte mask);

    [LibraryImport("libc", EntryPoint = "sched_setaffinity")]
    private static partial int SetAffinity(int thread, nint size, in byte mask);
}
