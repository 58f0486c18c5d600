using Pingmark.Model;

namespace Pingmark.Checks;

/// <summary>The share of CPU time that the hypervisor gave to others while this machine wanted to run; checks of every
/// scope take it and its limits from here.</summary>
internal static class StolenShare
{
    /// <summary>The limits for the share of the CPU time that was wanted: 2 % are more than a figure that is known to a
    /// few percent can bear.</summary>
    public static readonly Limits Limits = new(0.005, 0.02);

    /// <returns>The share; null where no time was wanted.</returns>
    public static double? Compute(double stolenNs, double busyNs) =>
        stolenNs + busyNs > 0 ? stolenNs / (stolenNs + busyNs) : null;

    public static double? Compute(IEnumerable<HostCpu> hosts)
    {
        var all = hosts.ToList();
        return Compute(all.Sum(host => host.StealNs), all.Sum(host => host.BusyNs));
    }
}
