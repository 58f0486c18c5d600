using System.Net;
using System.Net.Sockets;
using NetCoreServer;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.NetCoreServerStacks;

/// <summary>Echoes from the callback by Send: SendAsync takes one datagram at a time, and refuses the next while that
/// one is under way.</summary>
internal sealed class UdpEcho : UdpServer
{
    /// <summary>Larger than any datagram: the library replaces a buffer that was full, while the next receive is
    /// already under way.</summary>
    private const int BufferBytes = 1 << 16;

    private readonly ListenPlan _plan;
    private readonly TickingEcho _echo;
    private readonly ReceiveLoop _loop;

    public UdpEcho(ListenPlan plan, Server server)
        : base(plan.Address)
    {
        _plan = plan;
        _echo = new TickingEcho(plan, server, (datagram, in to) => Send(to.ToEndPoint(), datagram));
        _loop = new ReceiveLoop(ReceiveAsync);
        // Else a port that is in use would be shared, without an error.
        OptionExclusiveAddressUse = true;
        OptionReceiveBufferSize = BufferBytes;
    }

    /// <summary>The library's option of that name is its own buffer for one datagram; the kernel's is set
    /// here.</summary>
    protected override Socket CreateSocket()
    {
        var socket = base.CreateSocket();
        _plan.Options.ApplyToDatagramServer(socket);
        return socket;
    }

    protected override void OnStarted() => _loop.Run();

    protected override void OnReceived(EndPoint endpoint, byte[] buffer, long offset, long size)
    {
        var answer = _echo.Answer(buffer.AsSpan((int)offset, (int)size), Peer.Of((IPEndPoint)endpoint));
        if (!answer.IsEmpty)
            Send(endpoint, answer);
        _loop.Handled();
    }
}
