using System.Net;
using System.Net.Sockets;

namespace Pingmark.Hostile.Tests.Network;

/// <summary>Senders of datagrams. Where the wire is ours half of them say hello first; of the others two never do, and
/// are to get nothing back.</summary>
internal sealed class StrangersOfDatagrams : Strangers
{
    private const int Senders = 8,
        Unknown = 2,
        AtOnce = 128,
        LargestDatagram = 65_507;

    private static readonly byte[][] Hellos =
    [
        OurWords.Hello,
        OurWords.Hello,
        OurWords.OneWayHello,
        OurWords.TickHello,
    ];

    private readonly FrameMaker _frames;
    private readonly IPEndPoint _server;
    private readonly Case _made;
    private readonly IReadOnlyList<Socket> _own,
        _unknown,
        _all;

    /// <param name="believed">Sockets of others, whose peers the server takes for clients; null where the wire is
    /// ours.</param>
    public StrangersOfDatagrams(
        IPEndPoint server,
        IReadOnlyList<byte[]> corpus,
        IReadOnlyList<Socket>? believed,
        Case made
    )
    {
        (_frames, _server, _made) = (new(made, corpus), server, made);
        _own = [.. Enumerable.Range(0, Senders).Select(_ => Opened())];
        _unknown = believed is null ? [.. _own.TakeLast(Unknown)] : [];
        _all = [.. _own, .. believed ?? []];
        if (believed is null)
            foreach (var (socket, hello) in _own.Zip(Hellos))
                socket.Send(hello);
    }

    public override void SendSome()
    {
        for (var n = 0; n < AtOnce; n++)
        {
            var frame = _frames.Next();
            frame = frame[..Math.Min(frame.Length, LargestDatagram)];
            var sender = _made.One(_all);
            if (_unknown.Count > 0 && OurWords.IsHello(frame) && _unknown.Contains(sender))
                sender = _own[0];
            Keep(frame);
            try
            {
                sender.Send(frame);
                Sent++;
            }
            catch (SocketException e) when (e.SocketErrorCode == SocketError.ConnectionRefused)
            {
                throw new InvalidDataException("nobody listens at the server's port any more", e);
            }
        }
        LetIn = _unknown.Count(socket => socket.Available > 0);
    }

    public override void Dispose()
    {
        foreach (var socket in _own)
            socket.Dispose();
    }

    private Socket Opened()
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        socket.SendTimeout = PatienceMs;
        socket.Connect(_server);
        return socket;
    }
}
