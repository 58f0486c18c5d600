using System.Net.Sockets;

namespace Pingmark.Worker.Kit;

/// <summary>A stack's way to send on one connection. A struct, so that the kit's code is compiled for it: no call is
/// virtual, and nothing is allocated.</summary>
public interface ISender
{
    /// <param name="bytes">Bytes of a stream, as many as there are, or one message.</param>
    /// <param name="sentBytes">How many bytes were taken. Messages are taken whole: what a full buffer or a filter does
    /// not let out is lost.</param>
    SocketError Send(ReadOnlySpan<byte> bytes, out int sentBytes);

    /// <summary>What was taken must leave now: for libraries that queue.</summary>
    void Flush();
}

/// <summary>A socket, blocking or not.</summary>
public readonly struct SocketSender(Socket socket) : ISender
{
    public SocketError Send(ReadOnlySpan<byte> bytes, out int sentBytes)
    {
        sentBytes = socket.Send(bytes, SocketFlags.None, out var error);
        return error;
    }

    public void Flush()
    {
        // A socket queues nothing.
    }
}
