using Pingmark.Wording;

namespace Pingmark.Doctor;

/// <summary>Servers of datagrams ask for 4 MiB of receive buffer; the kernel grants less without a word.</summary>
internal sealed class BuffersFinding : IFinding
{
    private const long Wanted = 4 << 20;

    public Finding Judge(MachineFacts facts)
    {
        if (facts.LargestReceiveBuffer is not { } receive || facts.LargestSendBuffer is not { } send)
            return new(
                "socket-buffers",
                FindingVerdict.Note,
                "The kernel does not tell how large socket buffers may be."
            );
        var text =
            $"Socket buffers may be {NumberText.Bytes(receive)} (receive) and {NumberText.Bytes(send)} (send) large.";
        return receive >= Wanted
            ? new("socket-buffers", FindingVerdict.Ok, text)
            : new(
                "socket-buffers",
                FindingVerdict.Warning,
                $"{text} Bursts of datagrams will be dropped.",
                $"sudo sysctl -w net.core.rmem_max={Wanted}"
            );
    }
}
