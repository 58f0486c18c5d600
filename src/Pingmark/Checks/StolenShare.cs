using Pingmark.Model;

namespace Pingmark.Checks;

/// <summary>Time that the hypervisor gave to others while this machine wanted to run: checks of every scope have their
/// limits from here.</summary>
internal static class StolenShare
{
    /// <summary>Of the CPU time that was wanted. A trial of which a quarter was kept is none; of a cell, and of a
    /// machine, 2 % are more than a figure that is known to a few percent can have.</summary>
    public static readonly Limits Limits = new(0.005, 0.02, 0.25);

    /// <returns>Null: no time was wanted.</returns>
    public static double? Of(double stolenNs, double busyNs) =>
        stolenNs + busyNs > 0 ? stolenNs / (stolenNs + busyNs) : null;

    public static double? Of(IEnumerable<HostCpu> hosts)
    {
        var all = hosts.ToList();
        return Of(all.Sum(host => host.StealNs), all.Sum(host => host.BusyNs));
    }
}
