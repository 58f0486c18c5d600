using System.Net.Sockets;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Sockets;

/// <summary>
/// Echoes datagrams. The kernel looks up a route for each datagram that an unconnected socket sends, so the first peers
/// have connected sockets; the others share the listening one.
/// </summary>
internal sealed class UdpSpinServer(Socket listening, ListenPlan plan, Server server)
{
    private const int LargestDatagram = 65_536;

    /// <summary>An empty poll of the listening socket costs the connected ones time.</summary>
    private const int PassesPerListening = 64;

    private readonly DatagramEcho _echo = new(plan.Token, server, sendsUnasked: true);
    private readonly Order _endAll = server.OrderToEndAll();
    private readonly byte[] _buffer = new byte[LargestDatagram];

    /// <summary>The property looks the handle up each time.</summary>
    private readonly nint _listening = listening.Handle;
    private readonly List<Socket> _connected = [];
    private nint[] _handles = [];

    /// <summary>Peers without a socket of their own.</summary>
    private bool AreSharing => plan.Token is null || _echo.SharingPeers > 0 || _echo.Peers > _handles.Length;

    public void Serve()
    {
        SendTo send = (datagram, in to) => DatagramCalls.Send(_listening, datagram, in to, to.Length);
        for (var pass = 0; ; pass++)
        {
            foreach (var handle in _handles)
                ServeConnected(handle);
            if (pass % PassesPerListening == 0 || AreSharing)
                ServeListening();
            _echo.SendDue(send);
        }
    }

    private void ServeListening()
    {
        if (_endAll.IsGiven)
            CloseConnected();
        ServeOthers(_listening);
    }

    private void CloseConnected()
    {
        _handles = [];
        _connected.ForEach(socket => socket.Dispose());
        _connected.Clear();
        _echo.Forget();
        _endAll.Done();
    }

    private void ServeConnected(nint handle)
    {
        var received = DatagramCalls.Receive(handle, _buffer);
        if (received < 0)
            return;
        var answer = _echo.AnswerKnown(_buffer.AsSpan(0, received));
        if (!answer.IsEmpty)
            DatagramCalls.Send(handle, answer);
    }

    /// <returns>Whether there was a datagram.</returns>
    private bool ServeOthers(nint handle)
    {
        var received = DatagramCalls.Receive(handle, _buffer, out var peer, out var peerLength);
        if (received < 0)
            return false;
        var known = _echo.Peers;
        var answer = _echo.Answer(_buffer.AsSpan(0, received), in peer);
        // Before it is answered, so that its messages come to its own socket.
        if (
            _echo.Peers > known
            && plan.Library.IsOn(StackOption.ConnectedSockets)
            && known < Constants.ConnectedDatagramPeers
        )
            Open(in peer, peerLength);
        if (!answer.IsEmpty)
            DatagramCalls.Send(_listening, answer, in peer, peerLength);
        return true;
    }

    private void Open(in Peer peer, uint peerLength)
    {
        try
        {
            _connected.Add(Kit.Sockets.ConnectedUdp(listening, plan, in peer, peerLength));
        }
        catch (SocketException)
        {
            // No room for one more: the peer shares the listening socket.
            return;
        }
        var handle = _connected[^1].Handle;
        _handles = [.. _handles, handle];
        // What came from others before it was connected.
        while (ServeOthers(handle))
            ;
    }
}
