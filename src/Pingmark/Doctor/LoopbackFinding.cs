namespace Pingmark.Doctor;

/// <summary>Suites use ::1.</summary>
internal sealed class LoopbackFinding : IFinding
{
    public Finding Judge(MachineFacts facts) =>
        facts.HasIPv6Loopback
            ? new("ipv6-loopback", FindingVerdict.Ok, "::1 is there.")
            : new(
                "ipv6-loopback",
                FindingVerdict.Note,
                "There is no ::1: runs use 127.0.0.1 and say so.",
                "sudo sysctl -w net.ipv6.conf.lo.disable_ipv6=0"
            );
}
