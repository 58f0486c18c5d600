using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;

namespace Pingmark.Hostile.Tests.Network;

/// <summary>A server on loopback that greets whoever comes, and answers what follows as it likes. Of streams and of
/// datagrams alike: what it says is a frame.</summary>
/// <param name="answer">Gets a message's body, and what sends a body back.</param>
internal sealed class HostileServer : IDisposable
{
    public delegate void Answering(ReadOnlySpan<byte> body, Action<byte[]> sendBody, Action<byte[]> sendRaw);

    private readonly SocketServer _server;
    private readonly Answering _answer;
    private readonly Lock _one = new();

    public HostileServer(bool isStream, Answering answer)
    {
        _answer = answer;
        _server = new(IPAddress.Loopback, isStream, isStream ? ServeStream : ServeDatagrams);
    }

    public int Port => _server.EndPoint.Port;

    public void Dispose() => _server.Dispose();

    private void ServeStream(Socket client)
    {
        client.SendTimeout = 1_000;
        var buffer = new byte[1 << 18];
        for (int have = 0, got; (got = client.Receive(buffer.AsSpan(have))) > 0; )
        {
            have += got;
            var at = 0;
            while (
                have - at >= OurWords.LengthBytes
                && BinaryPrimitives.ReadInt32LittleEndian(buffer.AsSpan(at)) is var length
                && have - at - OurWords.LengthBytes >= length
            )
            {
                Said(
                    buffer.AsSpan(at + OurWords.LengthBytes, length),
                    body => client.Send(OurWords.Framed(body)),
                    bytes => client.Send(bytes)
                );
                at += OurWords.LengthBytes + length;
            }
            buffer.AsSpan(at, have - at).CopyTo(buffer);
            have -= at;
        }
    }

    private void ServeDatagrams(Socket socket)
    {
        var buffer = new byte[1 << 16];
        EndPoint client = new IPEndPoint(IPAddress.Any, 0);
        while (true)
        {
            var count = socket.ReceiveFrom(buffer, ref client);
            var to = client;
            void Send(byte[] body) => socket.SendTo(body.AsSpan(0, Math.Min(body.Length, 65_507)), to);
            Said(buffer.AsSpan(0, count), Send, Send);
        }
    }

    /// <summary>One at a time, for whoever answers has a state.</summary>
    private void Said(ReadOnlySpan<byte> body, Action<byte[]> sendBody, Action<byte[]> sendRaw)
    {
        lock (_one)
            if (OurWords.IsHello(body))
                sendBody("PMOK"u8.ToArray());
            else
                _answer(body, sendBody, sendRaw);
    }
}
