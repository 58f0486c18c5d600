namespace Pingmark.Doctor;

/// <summary>A congestion control that paces holds bulk transfers back on loopback, which has nothing to
/// congest.</summary>
internal sealed class CongestionFinding : IFinding
{
    public Finding Judge(MachineFacts facts) =>
        facts.CongestionControl switch
        {
            null => new("congestion-control", FindingVerdict.Note, "The kernel does not tell its congestion control."),
            ("cubic" or "reno") and var control => new(
                "congestion-control",
                FindingVerdict.Ok,
                $"TCP's congestion control is {control}, which does not pace."
            ),
            var control => new(
                "congestion-control",
                FindingVerdict.Note,
                $"TCP's congestion control is {control}: large messages on loopback are slower than with cubic.",
                "--set socket.congestion_control=cubic, or sudo sysctl -w net.ipv4.tcp_congestion_control=cubic"
            ),
        };
}
