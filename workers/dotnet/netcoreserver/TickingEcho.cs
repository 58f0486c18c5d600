using Pingmark.Worker.Kit;

namespace Pingmark.Worker.NetCoreServerStacks;

/// <summary>
/// What a server of datagrams answers whose library calls back, and has no loop that could send unasked: a flow of
/// control makes the ticks, as punctually as the runtime's timers are.
/// </summary>
/// <param name="send">The library's own, for snapshots.</param>
internal sealed class TickingEcho(ListenPlan plan, Server server, SendTo send)
{
    private readonly Lock _gate = new();
    private readonly DatagramEcho _echo = new(plan.Token, server, sendsUnasked: true);
    private bool _ticks;

    /// <param name="datagram">What was received.</param>
    /// <returns>What to send back to the peer, before the next one is received; empty when it gets no
    /// answer.</returns>
    public ReadOnlySpan<byte> Answer(ReadOnlySpan<byte> datagram, in Peer from)
    {
        lock (_gate)
        {
            var answer = _echo.Answer(datagram, in from);
            if (!_ticks && _echo.WaitNs != Ticker.Never)
            {
                _ticks = true;
                _ = TickAsync();
            }
            return answer;
        }
    }

    /// <summary>As long as somebody is sent something.</summary>
    private async Task TickAsync()
    {
        while (WaitNs() is not Ticker.Never and var waitNs)
        {
            // Timers count whole milliseconds: a tick is late rather than early.
            await Task.Delay(TimeSpan.FromMilliseconds(Math.Ceiling((double)waitNs / Clock.Millisecond)));
            lock (_gate)
                _echo.SendDue(send);
        }
    }

    private long WaitNs()
    {
        lock (_gate)
        {
            var waitNs = _echo.WaitNs;
            _ticks = waitNs != Ticker.Never;
            return waitNs;
        }
    }
}
