using System.Globalization;
using System.Text.Json;

namespace Pingmark.Worker.Kit;

/// <summary>What the process has cost since its start.</summary>
internal static class Usage
{
    /// <summary>The runtime gives unused parts of allocation contexts back, so that its own count may shrink a
    /// little.</summary>
    private static long _allocatedBytes;

    public static void Write(Utf8JsonWriter json)
    {
        var usage = Libc.ResourceUsage();
        json.WriteNumber("now_ns", Clock.Now());
        json.WriteNumber("cpu_user_ns", Nanoseconds(usage[0], usage[1]));
        json.WriteNumber("cpu_system_ns", Nanoseconds(usage[2], usage[3]));
        json.WriteNumber("voluntary_switches", usage[16]);
        json.WriteNumber("involuntary_switches", usage[17]);
        json.WriteNumber("peak_rss_bytes", PeakRssBytes());
        json.WriteNumber("rss_bytes", Environment.WorkingSet);
        json.WriteNumber("gc_count", GC.CollectionCount(0));
        json.WriteNumber("gc_pause_ns", (long)GC.GetTotalPauseDuration().TotalNanoseconds);
        // Precise: the cheap reading lags by a thread's allocation context of 8 KiB. What this thread allocates for
        // requests and replies is no stack's cost.
        _allocatedBytes = Math.Max(
            _allocatedBytes,
            GC.GetTotalAllocatedBytes(precise: true)
                - GC.GetAllocatedBytesForCurrentThread()
                - LineReader.AllocatedBytes
        );
        json.WriteNumber("allocated_bytes", _allocatedBytes);
    }

    /// <summary>Not getrusage's, which knows the memory of the process that this one was forked from.</summary>
    private static long PeakRssBytes()
    {
        const string field = "VmHWM:";
        var line = File.ReadLines("/proc/self/status").First(l => l.StartsWith(field, StringComparison.Ordinal));
        return 1024 * long.Parse(line.AsSpan(field.Length).Trim().TrimEnd(" kB"), CultureInfo.InvariantCulture);
    }

    private static long Nanoseconds(long seconds, long microseconds) => seconds * Clock.Second + microseconds * 1000;
}
