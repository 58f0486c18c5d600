using Pingmark.Model;

namespace Pingmark.Checks.Machines;

/// <summary>Finds a congestion control that paces: it holds bulk transfers back on loopback, which has nothing to
/// congest.</summary>
internal sealed class PacingControl()
    : MachineCheck(
        "congestion-control",
        "TCP's congestion control paces, so that large messages on loopback are slower than with cubic.",
        "Run with `--set socket.congestion_control=cubic`, or set net.ipv4.tcp_congestion_control."
    )
{
    protected override Finding? FindOne(MachineFacts facts) =>
        facts.CongestionControl switch
        {
            null => Note("The kernel does not tell its congestion control."),
            ("cubic" or "reno") and var control => Ok(
                "TCP's congestion control is {control}, which does not pace.",
                Named("control", control)
            ),
            var control => Note(
                "TCP's congestion control is {control}: large messages on loopback are slower than with cubic.",
                Named("control", control)
            ) with
            {
                Mend = "--set socket.congestion_control=cubic, or sudo sysctl -w net.ipv4.tcp_congestion_control=cubic",
            },
        };
}
