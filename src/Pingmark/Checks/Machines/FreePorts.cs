using Pingmark.Model;

namespace Pingmark.Checks.Machines;

/// <summary>Checks that local ports are free: each connection of a client takes one, and keeps it for a minute after
/// its end.</summary>
internal sealed class FreePorts()
    : MachineCheck(
        "ports",
        "Fewer local ports are free than many connections, one after the other, need.",
        "Widen net.ipv4.ip_local_port_range, or wait a minute."
    )
{
    private const int Wanted = 8_192;

    protected override Finding? FindOne(MachineFacts facts)
    {
        var isEnough = facts.LastPort - facts.FirstPort + 1 - facts.WaitingPorts >= Wanted;
        return Find(
            isEnough ? FindingSeverity.Ok : FindingSeverity.Warning,
            "Clients have the ports {first} to {last}"
                + (facts.WaitingPorts > 0 ? ", {waiting} of which wait for late segments." : "."),
            Count("first", facts.FirstPort),
            Count("last", facts.LastPort),
            Count("waiting", facts.WaitingPorts)
        ) with
        {
            Mend = isEnough
                ? ""
                : "sudo sysctl -w net.ipv4.ip_local_port_range=\"10000 65535\"; waiting ports are free after a minute",
        };
    }
}
