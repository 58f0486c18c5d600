using System.Net.Sockets;

namespace Pingmark.Worker.Kit;

/// <summary>Listening and connecting with TCP.</summary>
public abstract class TcpStack : SocketStack
{
    private const int Backlog = 4096;

    /// <summary>Starts to accept and to echo, and returns.</summary>
    protected abstract void Serve(Socket listener, ServerSession session);

    public sealed override Listening Listen(ListenRequest request, ServerSession session)
    {
        var listener = new Socket(request.EndPoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        var endPoint = Bind(listener, request, request.Options); // accepted sockets inherit the options
        listener.Listen(Backlog);
        Serve(listener, session);
        return new Listening(endPoint, listener);
    }

    protected sealed override Socket Dial(ConnectRequest request, long deadline, Histogram connectTimes)
    {
        var socket = new Socket(request.EndPoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            request.Options.Apply(socket);
            socket.SendTimeout = socket.ReceiveTimeout = MillisecondsUntil(deadline); // the kernel's connect heeds it too
            long start = Clock.Now();
            socket.Connect(request.EndPoint);
            if (request.Token is not null) SayHello(socket, request.Token, deadline);
            connectTimes.Record(Clock.Now() - start);
            socket.SendTimeout = socket.ReceiveTimeout = 0;
            return socket;
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    private static void SayHello(Socket socket, byte[] token, long deadline)
    {
        socket.Send(Hello.Framed(Hello.Body(token)));
        byte[] expected = Hello.Framed(Hello.Answer);
        Span<byte> answer = stackalloc byte[expected.Length];
        for (int filled = 0; filled < answer.Length;)
        {
            socket.ReceiveTimeout = MillisecondsUntil(deadline);
            int received = socket.Receive(answer[filled..]);
            if (received == 0) throw new WorkerException($"connect {socket.RemoteEndPoint}: closed at the hello; is the token right?");
            filled += received;
        }
        if (!answer.SequenceEqual(expected)) throw new WorkerException($"connect {socket.RemoteEndPoint}: the hello's answer is no PMOK");
    }
}
