using Pingmark.Model;

namespace Pingmark.Checks;

/// <summary>A congestion control that paces holds bulk transfers back on loopback, which has nothing to
/// congest.</summary>
internal sealed class PacingControl()
    : MachineCheck(
        "congestion-control",
        "TCP's congestion control paces, which slows large messages on loopback.",
        "Use `--set socket.congestion_control=cubic`, or set net.ipv4.tcp_congestion_control."
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
            var control => FindWithMend(
                FindingSeverity.Note,
                "--set socket.congestion_control=cubic, or sudo sysctl -w net.ipv4.tcp_congestion_control=cubic",
                "TCP's congestion control is {control}: large messages on loopback are slower than with cubic.",
                Named("control", control)
            ),
        };
}

/// <summary>Servers of datagrams ask for 4 MiB of receive buffer, and the kernel grants less without a word.</summary>
internal sealed class SocketBuffers()
    : MachineCheck(
        "socket-buffers",
        "The kernel grants less than 4 MiB of receive buffer: bursts of datagrams are dropped.",
        "`sudo sysctl -w net.core.rmem_max=4194304`"
    )
{
    private const long WantedBytes = 4 << 20;

    protected override Finding? FindOne(MachineFacts facts)
    {
        if (facts.LargestReceiveBuffer is not { } receive || facts.LargestSendBuffer is not { } send)
            return Note("The kernel does not tell how large socket buffers may be.");
        var isEnough = receive >= WantedBytes;
        return FindWithMend(
            isEnough ? FindingSeverity.Ok : FindingSeverity.Warning,
            $"sudo sysctl -w net.core.rmem_max={WantedBytes}",
            "Socket buffers may be {receive} (receive) and {send} (send) large."
                + (isEnough ? "" : " Bursts of datagrams will be dropped."),
            Bytes("receive", receive),
            Bytes("send", send)
        );
    }
}

/// <summary>A connection is a descriptor on each side.</summary>
internal sealed class OpenFileLimit()
    : MachineCheck(
        "descriptors",
        "A process may open too few files for the suites' connections.",
        "Raise `ulimit -n`, or nofile in /etc/security/limits.conf."
    )
{
    /// <summary>The most connections that the suites ask for, with some to spare.</summary>
    private const long Wanted = 2_048;

    protected override Finding? FindOne(MachineFacts facts) =>
        facts.OpenFiles.Soft switch
        {
            null => Ok("A process may open as many files as it likes."),
            >= Wanted and var files => Ok("A process may open {files} files.", Count("files", files)),
            var files => FindWithMend(
                FindingSeverity.Warning,
                facts.OpenFiles.Hard is null or >= Wanted
                    ? $"ulimit -n {facts.OpenFiles.Hard ?? 65_536}"
                    : "raise nofile in /etc/security/limits.conf",
                "A process may open {files} files: no more connections fit on a side.",
                Count("files", files.Value)
            ),
        };
}

internal sealed class ThreadLimit()
    : MachineCheck(
        "processes",
        "The limit of threads is too low for stacks with a thread for each connection.",
        "Raise `ulimit -u`, or a container's `--pids-limit`."
    )
{
    private const long Wanted = 4_096;

    protected override Finding? FindOne(MachineFacts facts)
    {
        var most = new[] { facts.Processes.Soft, facts.LargestControlGroup }.Min();
        return most switch
        {
            null => Ok("There may be as many threads as there is room for."),
            >= Wanted and var threads => Ok("There may be {threads} threads.", Count("threads", threads)),
            var threads => FindWithMend(
                FindingSeverity.Warning,
                facts.LargestControlGroup == most
                    ? "the container's limit (--pids-limit) has to be raised"
                    : $"ulimit -u {facts.Processes.Hard ?? 65_536}",
                "There may be {threads} threads: stacks with a thread for each connection run out of them.",
                Count("threads", threads.Value)
            ),
        };
    }
}

/// <summary>A .NET worker took up to 131 MB, a Java worker up to 157.</summary>
internal sealed class FreeMemory()
    : MachineCheck(
        "memory",
        "Memory is too small to run all stacks of a suite at once.",
        "End what is not needed, or compare fewer stacks (`--stacks`)."
    )
{
    private const long WantedBytes = 2L << 30;

    protected override Finding? FindOne(MachineFacts facts)
    {
        if (facts.AvailableBytes is not { } bytes)
            return Note("The kernel does not tell how much memory is available.");
        var isEnough = bytes >= WantedBytes;
        return FindWithMend(
            isEnough ? FindingSeverity.Ok : FindingSeverity.Warning,
            "end what is not needed, or compare fewer stacks (--stacks)",
            "{available} of memory are available" + (isEnough ? "." : ": not all stacks of a suite can be up at once."),
            Bytes("available", bytes)
        );
    }
}

internal sealed class Ipv6Loopback()
    : MachineCheck(
        "ipv6-loopback",
        "There is no ::1, so runs use 127.0.0.1.",
        "`sudo sysctl -w net.ipv6.conf.lo.disable_ipv6=0`"
    )
{
    protected override Finding? FindOne(MachineFacts facts) =>
        facts.HasIPv6Loopback
            ? Ok("::1 is there.")
            : FindWithMend(
                FindingSeverity.Note,
                "sudo sysctl -w net.ipv6.conf.lo.disable_ipv6=0",
                "There is no ::1: runs use 127.0.0.1 and say so."
            );
}

/// <summary>Each connection of a client takes a local port, and keeps it for a minute after its end.</summary>
internal sealed class FreePorts()
    : MachineCheck(
        "ports",
        "Too few local ports are free for many connections in a row.",
        "Widen net.ipv4.ip_local_port_range, or wait a minute."
    )
{
    private const int Wanted = 8_192;

    protected override Finding? FindOne(MachineFacts facts) =>
        FindWithMend(
            facts.LastPort - facts.FirstPort + 1 - facts.WaitingPorts >= Wanted
                ? FindingSeverity.Ok
                : FindingSeverity.Warning,
            "sudo sysctl -w net.ipv4.ip_local_port_range=\"10000 65535\"; waiting ports are free after a minute",
            "Clients have the ports {first} to {last}"
                + (facts.WaitingPorts > 0 ? ", {waiting} of which wait for late segments." : "."),
            Count("first", facts.FirstPort),
            Count("last", facts.LastPort),
            Count("waiting", facts.WaitingPorts)
        );
}
