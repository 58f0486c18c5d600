using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>What the sides of a pair have used since their start.</summary>
/// <param name="Server">The server's usage; null where the server isn't ours.</param>
public sealed record PairUsage(Usage? Server, Usage Client)
{
    public static PairUsage operator -(PairUsage later, PairUsage earlier) =>
        new(
            later.Server is { } after && earlier.Server is { } before ? after - before : null,
            later.Client - earlier.Client
        );
}

/// <summary>Compares the counts of two sides over a time in which no other pair of theirs was measured.</summary>
internal static class SideCounts
{
    /// <param name="answered">The answers in the results of all runs.</param>
    /// <param name="used">What each side counted in the same time.</param>
    /// <exception cref="Workers.WorkerFault">The server answered fewer messages than the client received, or the client
    /// reports more than it received.</exception>
    public static void RequireMatch(Pair pair, long answered, PairUsage used)
    {
        if (used.Client.Messages < answered)
            throw pair.Client.Fault(
                "counts",
                $"reports {answered} answers in its results and {used.Client.Messages} received in all"
            );
        if (used.Server is { } server && server.Messages < answered)
            throw pair.Server!.Fault(
                "counts",
                $"answered {server.Messages} messages by its own count, the client received {answered}"
            );
    }

    /// <exception cref="Workers.WorkerFault">The client reports more snapshots than were sent.</exception>
    public static void RequireSnapshotMatch(Pair pair, long received, PairUsage used)
    {
        if (used.Server is { } server && (server.Snapshots ?? 0) < received)
            throw pair.Client.Fault(
                "counts",
                $"reports {received} snapshots received, the server sent {server.Snapshots ?? 0} by its own count"
            );
    }
}

/// <summary>What the machines of a measurement have used, by site.</summary>
internal sealed class MachinesUsage
{
    private readonly Dictionary<string, (string Machine, MachineUsage Usage)> _sites;

    private MachinesUsage(Dictionary<string, (string Machine, MachineUsage Usage)> sites) => _sites = sites;

    /// <param name="isNeeded">Whether all answers are needed; if not, sites that can't be reached are left out.</param>
    public static MachinesUsage Read(IEnumerable<Side> workers, bool isNeeded) =>
        new(
            workers
                .DistinctBy(worker => worker.Where.Site)
                .Select(worker => (worker.Where, Usage: worker.TryReadMachineUsage(isNeeded)))
                .Where(site => site.Usage is not null)
                .ToDictionary(site => site.Where.Site, site => (site.Where.Machine, site.Usage!))
        );

    /// <summary>The difference of each machine that was there to the end. Datagram drops are counted for each network
    /// namespace.</summary>
    public static MachineUsage operator -(MachinesUsage later, MachinesUsage earlier)
    {
        var sites = later
            ._sites.Where(site => earlier._sites.ContainsKey(site.Key))
            .Select(site => (site.Value.Machine, Usage: site.Value.Usage - earlier._sites[site.Key].Usage))
            .ToList();
        return sites.DistinctBy(site => site.Machine).Select(site => site.Usage).Aggregate((all, one) => all + one) with
        {
            UdpReceiveDrops = sites.Sum(site => site.Usage.UdpReceiveDrops),
        };
    }
}
