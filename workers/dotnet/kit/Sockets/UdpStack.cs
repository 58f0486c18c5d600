using System.Net.Sockets;

namespace Pingmark.Worker.Kit;

/// <summary>Binding and connecting with UDP.</summary>
public abstract class UdpStack : SocketStack
{
    /// <summary>The start burst of 500 clients silently overflows what Linux gives by default.</summary>
    private const int DefaultServerReceiveBuffer = 4 * 1024 * 1024;

    private const int HelloIntervalMilliseconds = 100;

    /// <summary>Starts to echo from a bound socket, and returns.</summary>
    protected abstract void Serve(Socket socket, DatagramEcho echo);

    public sealed override Listening Listen(ListenRequest request, ServerSession session)
    {
        var socket = new Socket(request.EndPoint.AddressFamily, SocketType.Dgram, ProtocolType.Udp);
        SocketOptions asked = request.Options;
        int receiveBuffer = asked.ReceiveBufferBytes ?? DefaultServerReceiveBuffer;
        var endPoint = Bind(socket, request, asked with { ReceiveBufferBytes = receiveBuffer });
        Serve(socket, new DatagramEcho(session));
        return new Listening(endPoint, socket);
    }

    protected sealed override Socket Dial(ConnectRequest request, long deadline, Histogram connectTimes)
    {
        var socket = new Socket(request.EndPoint.AddressFamily, SocketType.Dgram, ProtocolType.Udp);
        try
        {
            request.Options.Apply(socket);
            long start = Clock.Now();
            socket.Connect(request.EndPoint);
            if (request.Token is null) return socket; // nothing tells that a plain server is there
            while (!IsWelcome(socket, Hello.Body(request.Token), deadline)) continue;
            connectTimes.Record(Clock.Now() - start);
            socket.ReceiveTimeout = 0;
            return socket;
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    /// <summary>Says hello once, and waits for the answer until it is time to repeat it.</summary>
    private static bool IsWelcome(Socket socket, byte[] hello, long deadline)
    {
        socket.ReceiveTimeout = Math.Min(HelloIntervalMilliseconds, MillisecondsUntil(deadline));
        socket.Send(hello);
        Span<byte> answer = stackalloc byte[hello.Length];
        int received = socket.Receive(answer, SocketFlags.None, out SocketError error);
        if (error is not (SocketError.Success or SocketError.TimedOut or SocketError.WouldBlock)) throw new SocketException((int)error);
        return error == SocketError.Success && Hello.IsAnswer(answer[..received]);
    }
}
