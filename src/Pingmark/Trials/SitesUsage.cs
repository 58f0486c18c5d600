using Pingmark.Host;

namespace Pingmark.Trials;

/// <summary>What the machines on which a measurement runs have used, by its sites.</summary>
internal sealed class SitesUsage
{
    private readonly Dictionary<string, (string Machine, MachineUsage Usage)> _sites;

    private SitesUsage(Dictionary<string, (string Machine, MachineUsage Usage)> sites) => _sites = sites;

    /// <summary>Asks the machines of some sides.</summary>
    /// <param name="isNeeded">Whether all answers must be had; where they need not, a site that can't be reached any
    /// more is left out.</param>
    public static SitesUsage Read(IEnumerable<Side> parts, bool isNeeded) =>
        new(
            parts
                .DistinctBy(part => part.Where.Site)
                .Select(part => (part.Where, Usage: part.TryMachineUsage(isNeeded)))
                .Where(site => site.Usage is not null)
                .ToDictionary(site => site.Where.Site, site => (site.Where.Machine, site.Usage!))
        );

    /// <summary>Takes the difference of each machine once, as far as it was there to the end. Datagrams that find no
    /// room are counted by each network namespace for itself.</summary>
    public static MachineUsage operator -(SitesUsage later, SitesUsage earlier)
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
