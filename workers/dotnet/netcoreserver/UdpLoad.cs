using System.Net;
using System.Net.Sockets;
using Pingmark.Worker.Callbacks;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.NetCoreServerStacks;

/// <summary>A client of datagrams.</summary>
internal sealed class UdpLoad : NetCoreServer.UdpClient
{
    private readonly SocketOptions _options;
    private readonly ReceiveLoop _loop;
    private SocketError? _error;

    public UdpLoad(Client client)
        : base(client.Plan.Address)
    {
        _options = client.Plan.Options;
        _loop = new ReceiveLoop(ReceiveAsync);
        Connection = new CallbackConnection(client, isStream: false, datagram => Send(datagram) > 0);
        // Else .NET lets sockets share ports, Linux gives some free ports twice, and one of the two never hears an
        // answer (6 of 500, measured).
        OptionExclusiveAddressUse = true;
        // Not filled by any answer that a server could make of a message: the library replaces a buffer that was full,
        // while the next receive is already under way.
        OptionReceiveBufferSize = Token.HelloBytes + 2 * client.Plan.MessageBytes;
    }

    public CallbackConnection Connection { get; }

    protected override Socket CreateSocket()
    {
        var socket = base.CreateSocket();
        _options.Apply(socket);
        return socket;
    }

    protected override void OnConnected()
    {
        // The library only binds. So nobody else's datagrams come in, and Linux tells when nobody listens there.
        Socket.Connect(Endpoint);
        _loop.Run();
        Connection.Connected();
    }

    protected override void OnReceived(EndPoint endpoint, byte[] buffer, long offset, long size)
    {
        Connection.Arrived(buffer.AsSpan((int)offset, (int)size));
        _loop.Handled();
    }

    /// <summary>Not called for the errors that a peer causes.</summary>
    protected override void OnError(SocketError error) => _error = error;

    /// <summary>The library calls it for any failure, after <see cref="OnError"/>.</summary>
    public override bool Disconnect()
    {
        if (_error is not { } error || !Kit.Sockets.IsLostDatagram(error))
            return base.Disconnect();
        _error = null;
        return false;
    }

    protected override void OnDisconnected() =>
        Connection.Ended(_error is { } error ? Kit.Sockets.Reason(error) : "refused: nobody listens there");
}
