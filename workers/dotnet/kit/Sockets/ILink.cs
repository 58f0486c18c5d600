using System.Net.Sockets;

namespace Pingmark.Worker.Kit;

/// <summary>A stack's way to receive and send on one stream, be it a socket or more than that. A struct, like
/// <see cref="ISender"/>.</summary>
public interface ILink : ISender
{
    /// <returns>0, without an error: the stream has ended.</returns>
    int Receive(Span<byte> bytes, out SocketError error);

    /// <summary>It has received more than it handed over: the next receive need not wait for the socket.</summary>
    bool HoldsMore { get; }
}

/// <summary>A socket, blocking or not.</summary>
public readonly struct SocketLink(Socket socket) : ILink
{
    private readonly SocketSender _sender = new(socket);

    public int Receive(Span<byte> bytes, out SocketError error) => socket.Receive(bytes, SocketFlags.None, out error);

    public bool HoldsMore => false;

    public SocketError Send(ReadOnlySpan<byte> bytes, out int taken) => _sender.Send(bytes, out taken);

    public void Flush() => _sender.Flush();
}
