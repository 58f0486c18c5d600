using Pingmark.Worker.Kit;

namespace Pingmark.Worker.NetCoreServerStacks;

/// <summary>What a server of datagrams answers whose library calls back, and has no loop that could send
/// unasked.</summary>
internal sealed class TickingEcho
{
    private readonly object _gate = new();
    private readonly DatagramEcho _echo;
    private readonly TickTimer _timer;

    /// <param name="send">The library's own, for snapshots.</param>
    public TickingEcho(ListenPlan plan, Server server, SendTo send)
    {
        _echo = new(plan.Token, server, sendsUnasked: true);
        _timer = new(_gate, () => _echo.WaitNs, () => _echo.SendDue(send));
    }

    /// <param name="datagram">What was received.</param>
    /// <returns>What to send back to the peer, before the next one is received; empty when it gets no
    /// answer.</returns>
    public ReadOnlySpan<byte> Answer(ReadOnlySpan<byte> datagram, in Peer from)
    {
        lock (_gate)
        {
            var answer = _echo.Answer(datagram, in from);
            _timer.Wake();
            return answer;
        }
    }
}
