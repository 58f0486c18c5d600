using System.Net;
using System.Net.Security;
using System.Net.Sockets;

namespace Pingmark.Hostile.Tests.Network;

/// <summary>One connection after the other, to a port or to a socket of a folder.</summary>
/// <param name="isEncrypted">They shake hands, so that what they say is looked at.</param>
internal sealed class StrangersOfStreams(EndPoint server, Talks talks, bool isEncrypted, Case made) : Strangers
{
    private readonly Speech _speech = new();
    private readonly byte[] _answer = new byte[OurWords.LengthBytes + OurWords.AnswerBytes];

    public override void SendSome()
    {
        using var socket = NewSocket();
        _speech.Clear();
        try
        {
            socket.Connect(server);
            using var stream = Open(socket);
            var greeting = talks.Next(_speech);
            Keep([.. greeting ?? [], .. _speech.Bytes]);
            if (greeting is not null)
            {
                stream.Write(greeting);
                Sent++;
                stream.ReadExactly(_answer);
            }
            Say(stream);
            Sent += _speech.Frames;
            if (greeting is null && talks.IsOfStranger(_speech.Bytes) && made.InPercent(50))
                LetIn += IsAnswered(socket, stream) ? 1 : 0;
            else if (made.InPercent(20))
                socket.Shutdown(SocketShutdown.Send);
        }
        catch (Exception e) when (IsOfServer(e))
        {
            // The server has had enough of this one, or waits until its answers are read: the rest does not count.
        }
    }

    public override void Dispose() { }

    private Socket NewSocket() =>
        new(server.AddressFamily, SocketType.Stream, server is IPEndPoint ? ProtocolType.Tcp : ProtocolType.Unspecified)
        {
            SendTimeout = PatienceMs,
            ReceiveTimeout = PatienceMs,
        };

    private Stream Open(Socket socket)
    {
        var plain = new NetworkStream(socket);
        if (!isEncrypted)
            return plain;
        var secret = new SslStream(plain, false, (_, certificate, _, _) => certificate is not null);
        secret.AuthenticateAsClient("pingmark");
        return secret;
    }

    /// <summary>All at once, or as the cut falls.</summary>
    private void Say(Stream stream)
    {
        if (made.InPercent(80))
            stream.Write(_speech.Bytes);
        else
            foreach (var piece in _speech.Pieces())
                stream.Write(piece.Span);
    }

    /// <summary>A server that does not know him ends the connection without a word.</summary>
    private bool IsAnswered(Socket socket, Stream stream)
    {
        socket.Shutdown(SocketShutdown.Send);
        return stream.Read(_answer) > 0;
    }

    /// <summary>Not that there is no port or no descriptor left here.</summary>
    private static bool IsOfServer(Exception e) =>
        e is EndOfStreamException
        || (e as SocketException ?? e.InnerException as SocketException)?.SocketErrorCode
            is SocketError.ConnectionReset
                or SocketError.ConnectionAborted
                or SocketError.Shutdown
                or SocketError.TimedOut
                or SocketError.WouldBlock
        || (e is IOException && e.InnerException is null);
}
