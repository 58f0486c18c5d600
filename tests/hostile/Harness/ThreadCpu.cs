using System.Runtime.InteropServices;

namespace Pingmark.Hostile.Tests.Harness;

/// <summary>CPU time of this thread: what a case costs, however many others want the cores.</summary>
internal static partial class ThreadCpu
{
    private const int OfThisThread = 3;

    public static TimeSpan Now()
    {
        Assert.Equal(0, GetTime(OfThisThread, out var time));
        return TimeSpan.FromSeconds(time.Seconds) + TimeSpan.FromMicroseconds(time.Nanoseconds / 1_000.0);
    }

    [LibraryImport("libc", EntryPoint = "clock_gettime")]
    private static partial int GetTime(int clock, out Time time);

    private readonly record struct Time(long Seconds, long Nanoseconds);
}
