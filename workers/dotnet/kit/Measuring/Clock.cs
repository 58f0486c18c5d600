using System.Diagnostics;

namespace Pingmark.Worker.Kit;

/// <summary>CLOCK_MONOTONIC in nanoseconds, the clock of every window the controller sends.</summary>
public static class Clock
{
    public const long Millisecond = 1_000_000;
    public const long Second = 1_000_000_000;

    /// <summary>Stopwatch reads CLOCK_MONOTONIC on Linux, and counts nanoseconds there.</summary>
    public static long Now() => Stopwatch.GetTimestamp();

    /// <summary>Whole milliseconds are slept, of which one may become two; the rest is watched.</summary>
    public static void SleepUntil(long ns)
    {
        for (var left = ns - Now(); left > 0; left = ns - Now())
            if (left > 2 * Millisecond)
                Thread.Sleep((int)(left / Millisecond) - 1);
            else
                Thread.Yield();
    }
}
