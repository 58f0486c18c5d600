using Pingmark.Model;

namespace Pingmark.Workers;

/// <summary>Reads what a worker reports of its own costs.</summary>
public static class UsageReply
{
    public static Usage Read(Reply reply) =>
        new()
        {
            Messages = reply.Count("messages"),
            Connections = reply.Count("connections"),
            BadFrames = reply.Count("bad_frames"),
            Rejected = reply.Count("rejected"),
            Snapshots = reply.CountOrNull("snapshots"),
            LastStranger = reply.TextOrNull("last_stranger"),
            CpuUserNs = reply.Count("cpu_user_ns"),
            CpuSystemNs = reply.Count("cpu_system_ns"),
            VoluntarySwitches = reply.Count("voluntary_switches"),
            InvoluntarySwitches = reply.Count("involuntary_switches"),
            PeakRssBytes = reply.Count("peak_rss_bytes"),
            RssBytes = reply.CountOrNull("rss_bytes"),
            GcCount = reply.CountOrNull("gc_count"),
            GcPauseNs = reply.CountOrNull("gc_pause_ns"),
            AllocatedBytes = reply.CountOrNull("allocated_bytes"),
        };
}
