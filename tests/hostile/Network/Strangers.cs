using System.Net;
using System.Net.Sockets;

namespace Pingmark.Hostile.Tests.Network;

/// <summary>Senders who say anything to a server, and never read. They count what the kernel took from them.</summary>
internal abstract class Strangers(IPEndPoint server, IReadOnlyList<byte[]> corpus, Case made) : IDisposable
{
    protected const int SendTimeoutMs = 100;

    protected IPEndPoint Server { get; } = server;
    protected Case Made { get; } = made;

    public long Sent { get; protected set; }

    /// <summary>Some frames, as many as come without a pause.</summary>
    public abstract void SendSome();

    public abstract void Dispose();

    protected byte[] Frame() => FrameMutations.Mutated(Made, corpus);
}

internal sealed class StrangersOfStreams(IPEndPoint server, IReadOnlyList<byte[]> corpus, byte[] hello, Case made)
    : Strangers(server, corpus, made)
{
    private const int MostOfOne = 64;

    /// <summary>One connection after the other; most begin as a client does, so that what follows is looked
    /// at.</summary>
    public override void SendSome()
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        socket.SendTimeout = SendTimeoutMs;
        var frames = Enumerable.Range(0, Made.Random.Next(1, MostOfOne)).Select(_ => Frame()).ToList();
        if (Made.InPercent(90))
            frames.Insert(0, hello);
        try
        {
            socket.Connect(Server);
            // All at once, or as the cut falls.
            if (Made.InPercent(80))
                socket.Send([.. frames.SelectMany(frame => frame)]);
            else
                frames.ForEach(frame => socket.Send(frame));
            Sent += frames.Count;
            if (Made.InPercent(20))
                socket.Shutdown(SocketShutdown.Send);
        }
        catch (SocketException e)
            when (e.SocketErrorCode
                    is SocketError.ConnectionReset
                        or SocketError.ConnectionAborted
                        or SocketError.Shutdown
                        or SocketError.TimedOut
            )
        {
            // The server has had enough of this one, or waits until its answers are read: the rest does not count.
        }
    }

    public override void Dispose() { }
}

internal sealed class StrangersOfDatagrams : Strangers
{
    private const int Senders = 8,
        AtOnce = 128,
        LargestDatagram = 65_507;

    private readonly IReadOnlyList<Socket> _own;
    private readonly IReadOnlyList<Socket> _all;

    /// <param name="believed">Sockets whose peers the server takes for clients.</param>
    public StrangersOfDatagrams(
        IPEndPoint server,
        IReadOnlyList<byte[]> corpus,
        byte[]? hello,
        IReadOnlyList<Socket> believed,
        Case made
    )
        : base(server, corpus, made)
    {
        _own = Enumerable.Range(0, Senders).Select(_ => Opened()).ToList();
        _all = [.. _own, .. believed];
        if (hello is not null)
            foreach (var socket in _own.Take(Senders / 2))
                socket.Send(hello);
    }

    public override void SendSome()
    {
        for (var n = 0; n < AtOnce; n++)
        {
            var frame = Frame();
            try
            {
                Made.One(_all).Send(frame.AsSpan(0, Math.Min(frame.Length, LargestDatagram)));
                Sent++;
            }
            catch (SocketException e) when (e.SocketErrorCode == SocketError.ConnectionRefused)
            {
                throw new InvalidDataException("nobody listens at the server's port any more", e);
            }
        }
    }

    private Socket Opened()
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        socket.SendTimeout = SendTimeoutMs;
        socket.Connect(Server);
        return socket;
    }

    public override void Dispose()
    {
        foreach (var socket in _own)
            socket.Dispose();
    }
}
