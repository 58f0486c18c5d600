using Pingmark.Model;

namespace Pingmark.Checks.Machines;

/// <summary>Checks that there is ::1, which suites use.</summary>
internal sealed class Ipv6Loopback()
    : MachineCheck(
        "ipv6-loopback",
        "There is no ::1, so that runs use 127.0.0.1 and say so.",
        "Switch it on: `sudo sysctl -w net.ipv6.conf.lo.disable_ipv6=0`."
    )
{
    protected override Finding? FindOne(MachineFacts facts) =>
        facts.HasIPv6Loopback
            ? Ok("::1 is there.")
            : Note("There is no ::1: runs use 127.0.0.1 and say so.") with
            {
                Mend = "sudo sysctl -w net.ipv6.conf.lo.disable_ipv6=0",
            };
}
