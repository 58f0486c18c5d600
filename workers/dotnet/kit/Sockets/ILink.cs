using System.Net.Sockets;

namespace Pingmark.Worker.Kit;

/// <summary>How a stack receives and sends on one stream: a socket, or TLS or a protocol on top of one. A struct, like
/// <see cref="ISender"/>.</summary>
public interface ILink : ISender
{
    /// <returns>The bytes received; 0 without an error where the stream has ended.</returns>
    int Receive(Span<byte> bytes, out SocketError error);

    /// <summary>Whether bytes are received already, so that the next receive need not wait for the socket.</summary>
    bool HasBufferedBytes { get; }
}

/// <summary>A socket, blocking or not.</summary>
public readonly struct SocketLink(Socket socket) : ILink
{
    private readonly SocketSender _sender = new(socket);

    public int Receive(Span<byte> bytes, out SocketError error) => socket.Receive(bytes, SocketFlags.None, out error);

    public bool HasBufferedBytes => false;

    public SocketError Send(ReadOnlySpan<byte> bytes, out int sentBytes) => _sender.Send(bytes, out sentBytes);

    public void Flush() => _sender.Flush();
}
