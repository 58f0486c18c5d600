using System.Runtime.InteropServices;

namespace Pingmark.Host;

/// <summary>The CPU time of any process by one call, to the ns and up to now also where it is running: cheap enough to
/// be read around every slice, for every worker.</summary>
public static partial class CpuClock
{
    /// <summary>Of a clock's id (clock_getcpuclockid(3)): the scheduler's time, of the whole process.</summary>
    private const int OfTheScheduler = 2,
        OfTheThread = 3;

    /// <returns>Null when the process has ended.</returns>
    public static long? ReadNs(int pid) =>
        GetTime(~pid << 3 | OfTheScheduler, out var time) == 0 ? time.Seconds * 1_000_000_000 + time.Nanoseconds : null;

    public static long OfThisThreadNs() =>
        GetTime(OfTheThread, out var time) == 0
            ? time.Seconds * 1_000_000_000 + time.Nanoseconds
            : throw new InvalidOperationException("the kernel has no clock of this thread");

    [StructLayout(LayoutKind.Sequential)]
    private struct Timespec
    {
        public long Seconds;
        public long Nanoseconds;
    }

    [LibraryImport("libc", EntryPoint = "clock_gettime")]
    private static partial int GetTime(int clock, out Timespec time);
}
