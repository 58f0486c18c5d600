using System.Text.Json;

namespace Pingmark.Worker.Kit;

/// <summary>The fields of `usage`: all are totals since the start of the process.</summary>
internal static class UsageReport
{
    private const int NanosecondsPerTick = 100;

    public static void Write(Utf8JsonWriter json, ServerSession? server, ClientSession? client)
    {
        // Read together and first, so that writing the report is not part of the cost.
        Native.Resources resources = Native.ReadResources();
        long allocated = GC.GetTotalAllocatedBytes(precise: true);
        (long messages, long connections) = server?.Totals()
            ?? (client?.Matched ?? 0, client?.OpenConnections ?? 0);
        json.WriteNumber("messages", messages);
        json.WriteNumber("connections", connections);
        json.WriteNumber("bad_frames", server?.BadFrames ?? 0);
        json.WriteNumber("rejected", server?.Rejected ?? 0);
        json.WriteNumber("cpu_user_ns", resources.UserNs);
        json.WriteNumber("cpu_system_ns", resources.SystemNs);
        json.WriteNumber("voluntary_switches", resources.VoluntarySwitches);
        json.WriteNumber("involuntary_switches", resources.InvoluntarySwitches);
        json.WriteNumber("peak_rss_bytes", ProcessStatus.PeakResidentBytes());
        json.WriteNumber("gc_count", GC.CollectionCount(0)); // a collection of an older generation counts here as well
        json.WriteNumber("gc_pause_ns", GC.GetTotalPauseDuration().Ticks * NanosecondsPerTick);
        json.WriteNumber("allocated_bytes", allocated);
    }
}
