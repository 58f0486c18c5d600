using Pingmark.Model;

namespace Pingmark.Doctor;

/// <summary>Server, client and controller each need a core of their own; two hyper-threads of one core are half a core
/// each.</summary>
internal sealed class CoresFinding : IFinding
{
    private const int Enough = 3;

    public Finding Judge(MachineFacts facts)
    {
        var shared = facts
            .Siblings.Distinct()
            .Where(s => CoreList.Parse(s).Intersect(facts.Cores).Count() > 1)
            .ToList();
        var count = facts.Cores.Count;
        if (count < 2)
            return new(
                "cores",
                FindingVerdict.Warning,
                "There is one core for server and client: each one's cost is in the other's figures.",
                "give it two cores or more"
            );
        if (shared.Count > 0)
            return new(
                "cores",
                FindingVerdict.Warning,
                $"{count} cores, of which {string.Join(" and ", shared)} are hyper-threads of one core: each takes "
                    + $"time "
                    + "from the other.",
                "pin server and client to different cores (pin.server=cpus:LIST), or switch hyper-threads off: "
                    + "echo off > /sys/devices/system/cpu/smt/control"
            );
        return count < Enough
            ? new(
                "cores",
                FindingVerdict.Note,
                $"{count} cores, none shared: server and client have one each, and whatever else runs takes from them.",
                $"{Enough} cores or more leave one to the rest of the machine"
            )
            : new("cores", FindingVerdict.Ok, $"{count} cores, none shared.");
    }
}
