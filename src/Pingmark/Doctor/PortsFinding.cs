namespace Pingmark.Doctor;

/// <summary>Each connection of a client takes a port, and keeps it for a minute after its end.</summary>
internal sealed class PortsFinding : IFinding
{
    private const int Wanted = 8_192;

    public Finding Judge(MachineFacts facts)
    {
        var free = facts.LastPort - facts.FirstPort + 1 - facts.WaitingPorts;
        var text =
            $"Clients have the ports {facts.FirstPort} to {facts.LastPort}"
            + $"{(facts.WaitingPorts > 0 ? $", {facts.WaitingPorts} of which wait for late segments" : "")}.";
        return free >= Wanted
            ? new("ports", FindingVerdict.Ok, text)
            : new(
                "ports",
                FindingVerdict.Warning,
                text,
                "sudo sysctl -w net.ipv4.ip_local_port_range=\"10000 65535\"; waiting ports are free after a minute"
            );
    }
}
