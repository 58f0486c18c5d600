using System.Net;
using System.Net.Sockets;

namespace Pingmark.Hostile.Tests.Network;

/// <summary>Senders who say anything to a server. They count what the kernel took from them.</summary>
internal abstract class Strangers : IDisposable
{
    /// <summary>For whoever waits for a server that may never answer.</summary>
    protected const int PatienceMs = 100;

    public long Sent { get; protected set; }

    /// <summary>How many were answered without a hello.</summary>
    public long LetIn { get; protected set; }

    /// <summary>Some frames, as many as come without a pause.</summary>
    public abstract void SendSome();

    public abstract void Dispose();
}

/// <summary>One connection after the other. Most begin as a client does and go on with whole frames, for a server looks
/// at nothing behind the first broken one.</summary>
internal sealed class StreamStrangers(IPEndPoint server, Case made) : Strangers
{
    private const int MostFrames = 64,
        MostBroken = 8;

    private static readonly byte[] FramedHello = OurWords.Framed(OurWords.Hello);

    private readonly FrameMaker _bodies = new(made, OurWords.Bodies),
        _frames = new(made, [.. OurWords.Bodies.Select(body => OurWords.Framed(body))]);
    private readonly byte[] _answer = new byte[OurWords.LengthBytes + 4];

    public override void SendSome()
    {
        using var socket = SocketServer.NewSocket(AddressFamily.InterNetwork, isStream: true);
        socket.SendTimeout = socket.ReceiveTimeout = PatienceMs;
        try
        {
            socket.Connect(server);
            var isClient = made.InPercent(80);
            if (isClient)
                Say(socket, OurWords.Framed(made.One([OurWords.Hello, OurWords.OneWayHello, OurWords.TickHello])));
            if (isClient && made.InPercent(20))
                _ = socket.Receive(_answer);
            for (var n = isClient ? made.Random.Next(MostFrames) : 0; n > 0; n--)
                if (_bodies.Next() is { Length: >= OurWords.LeastBody and <= OurWords.MostBody } body)
                    Say(socket, OurWords.Framed(body));
            var isKnown = isClient;
            for (var n = made.Random.Next(MostBroken); n >= 0; n--)
            {
                var frame = _frames.Next();
                isKnown |= frame.IndexOf(OurWords.Hello) >= 0 || FramedHello.AsSpan().StartsWith(frame);
                Say(socket, frame);
            }
            socket.Shutdown(SocketShutdown.Send);
            // A server that does not know who asks ends the connection without a word.
            if (!isKnown && socket.Receive(_answer) > 0)
                LetIn++;
        }
        catch (SocketException e) when (e.SocketErrorCode != SocketError.ConnectionRefused)
        {
            // The server has had enough of this one, or waits until its answers are read.
        }
    }

    public override void Dispose() { }

    private void Say(Socket socket, ReadOnlySpan<byte> frame)
    {
        socket.Send(frame);
        Sent++;
    }
}

/// <summary>Half of them say hello first; of the others two never do, and are to get nothing back.</summary>
internal sealed class DatagramStrangers : Strangers
{
    private const int Senders = 8,
        Unknown = 2,
        AtOnce = 128,
        LargestDatagram = 65_507;

    private readonly FrameMaker _frames;
    private readonly Case _made;
    private readonly IReadOnlyList<Socket> _senders;

    public DatagramStrangers(IPEndPoint server, Case made)
    {
        (_frames, _made) = (new(made, OurWords.Bodies), made);
        _senders = [.. Enumerable.Range(0, Senders).Select(_ => Connected(server))];
        foreach (var (sender, hello) in _senders.Zip([OurWords.Hello, OurWords.OneWayHello, OurWords.TickHello]))
            sender.Send(hello);
    }

    public override void SendSome()
    {
        for (var n = 0; n < AtOnce; n++)
        {
            var frame = _frames.Next();
            frame = frame[..Math.Min(frame.Length, LargestDatagram)];
            // One that is a hello is never an unknown sender's.
            var sender = _made.Random.Next(OurWords.IsHello(frame) ? Senders - Unknown : Senders);
            try
            {
                _senders[sender].Send(frame);
                Sent++;
            }
            catch (SocketException e) when (e.SocketErrorCode == SocketError.ConnectionRefused)
            {
                throw new InvalidDataException("nobody listens at the server's port any more", e);
            }
        }
        LetIn = _senders.TakeLast(Unknown).Count(socket => socket.Available > 0);
    }

    public override void Dispose()
    {
        foreach (var socket in _senders)
            socket.Dispose();
    }

    private static Socket Connected(IPEndPoint server)
    {
        var socket = SocketServer.NewSocket(AddressFamily.InterNetwork, isStream: false);
        socket.SendTimeout = PatienceMs;
        socket.Connect(server);
        return socket;
    }
}
