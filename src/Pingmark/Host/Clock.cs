using System.Diagnostics;

namespace Pingmark.Host;

/// <summary>The time of CLOCK_MONOTONIC in ns, which Stopwatch reads on Linux: the clock that all workers of one
/// machine share.</summary>
public static class Clock
{
    public static long NowNs => Stopwatch.GetTimestamp() * (1_000_000_000 / Stopwatch.Frequency);
}
