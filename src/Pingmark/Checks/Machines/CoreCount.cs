using Pingmark.Model;

namespace Pingmark.Checks.Machines;

/// <summary>Checks that there are enough cores: server, client and controller each need one of their own, and two
/// hyper-threads of one core are half a core each.</summary>
internal sealed class CoreCount()
    : MachineCheck(
        "cores",
        "There are fewer than three cores, or some are hyper-threads of one core: what runs takes time from what is "
            + "measured.",
        "Give it three cores or more, and pin server and client to different ones (pin)."
    )
{
    private const int Enough = 3;

    protected override Finding? FindOne(MachineFacts facts)
    {
        var shared = facts
            .Siblings.Distinct()
            .Where(s => CoreList.Parse(s).Intersect(facts.Cores).Count() > 1)
            .ToList();
        var count = Count("count", facts.Cores.Count);
        if (facts.Cores.Count < 2)
            return Warning("There is one core for server and client: each one's cost is in the other's figures.") with
            {
                Mend = "give it two cores or more",
            };
        if (shared.Count > 0)
            return Warning(
                "{count} cores, of which {shared} are hyper-threads of one core: each takes time from the other.",
                count,
                Named("shared", string.Join(" and ", shared))
            ) with
            {
                Mend =
                    "pin server and client to different cores (pin.server=cpus:LIST), or switch hyper-threads off: "
                    + "echo off > /sys/devices/system/cpu/smt/control",
            };
        if (facts.Cores.Count < Enough)
            return Note(
                "{count} cores, none shared: server and client have one each, and whatever else runs takes from them.",
                count
            ) with
            {
                Mend = $"{Enough} cores or more leave one to the rest of the machine",
            };
        return Ok("{count} cores, none shared.", count);
    }
}
