using Pingmark.Model;

namespace Pingmark.Checks.Machines;

/// <summary>Checks the limit of socket buffers: servers of datagrams ask for 4 MiB of receive buffer, and the kernel
/// grants less without a word.</summary>
internal sealed class SocketBuffers()
    : MachineCheck(
        "socket-buffers",
        "The kernel grants less than 4 MiB of receive buffer, so that bursts of datagrams will be dropped.",
        "Raise the limit: `sudo sysctl -w net.core.rmem_max=4194304`."
    )
{
    private const long WantedBytes = 4 << 20;

    protected override Finding? FindOne(MachineFacts facts)
    {
        if (facts.LargestReceiveBuffer is not { } receive || facts.LargestSendBuffer is not { } send)
            return Note("The kernel does not tell how large socket buffers may be.");
        const string text = "Socket buffers may be {receive} (receive) and {send} (send) large.";
        NamedValue[] values = [Bytes("receive", receive), Bytes("send", send)];
        return receive >= WantedBytes
            ? Ok(text, values)
            : Warning($"{text} Bursts of datagrams will be dropped.", values) with
            {
                Mend = $"sudo sysctl -w net.core.rmem_max={WantedBytes}",
            };
    }
}
