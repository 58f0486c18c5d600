using System.Net.Sockets;

namespace Pingmark.Worker.Kit;

/// <summary>Opens a client's connections one after the other, within the plan's time for all of them, and records how long each took.</summary>
public sealed class Handshakes(ConnectPlan plan)
{
    private const int RepeatHelloMs = 100;

    private readonly long _deadline = Clock.Now() + plan.TimeoutNs;
    private readonly List<Socket> _sockets = [];

    internal Histogram Times { get; } = new();

    /// <returns>A connected stream, blocking, whose hello was answered.</returns>
    public Socket OpenStream() => Open(SocketType.Stream, ProtocolType.Tcp, Greet);

    /// <returns>A connected datagram socket, blocking, whose hello was answered.</returns>
    public Socket OpenDatagrams() => Open(SocketType.Dgram, ProtocolType.Udp, GreetByDatagrams);

    private Socket Open(SocketType type, ProtocolType protocol, Action<Socket> greet) => Sockets.Named($"connect {plan.Address}", () =>
    {
        var socket = new Socket(plan.Address.AddressFamily, type, protocol);
        _sockets.Add(socket);
        plan.Options.Apply(socket);
        var start = Clock.Now();
        Connect(socket);
        if (plan.Token is not null)
            greet(socket);
        socket.ReceiveTimeout = 0;
        if (plan.Token is not null || type == SocketType.Stream)
            Times.Record(Clock.Now() - start);
        return socket;
    });

    /// <summary>
    /// The kernel's connect heeds the send timeout. To set Blocking to false and back instead would leave .NET emulating a blocking socket
    /// for good, by an epoll thread and a wake-up for each receive.
    /// </summary>
    private void Connect(Socket socket)
    {
        socket.SendTimeout = LeftMs();
        try
        {
            socket.Connect(plan.Address);
        }
        catch (SocketException e) when (Sockets.IsNothingYet(e.SocketErrorCode) || e.SocketErrorCode == SocketError.InProgress)
        {
            throw TimedOut();
        }
        socket.SendTimeout = 0;
    }

    private void Greet(Socket socket)
    {
        socket.Send([Token.HelloBytes, 0, 0, 0, .. plan.Token!.Hello]);
        Span<byte> answer = stackalloc byte[sizeof(int) + Token.Answer.Length];
        for (var have = 0; have < answer.Length;)
        {
            socket.ReceiveTimeout = LeftMs();
            var count = socket.Receive(answer[have..], SocketFlags.None, out var error);
            if (error != SocketError.Success)
                throw Sockets.IsNothingYet(error) ? TimedOut() : new SocketException((int)error);
            if (count == 0)
                throw new WorkerException($"connect {plan.Address}: closed by the peer before it answered the hello");
            have += count;
        }
        if (!answer[sizeof(int)..].SequenceEqual(Token.Answer))
            throw new WorkerException($"connect {plan.Address}: the hello was answered with something else");
    }

    private void GreetByDatagrams(Socket socket)
    {
        Span<byte> answer = stackalloc byte[64];
        while (true)
        {
            socket.Send(plan.Token!.Hello);
            socket.ReceiveTimeout = Math.Min(RepeatHelloMs, LeftMs());
            var count = socket.Receive(answer, SocketFlags.None, out var error);
            if (error == SocketError.Success && answer[..count].SequenceEqual(Token.Answer))
                return;
            if (error != SocketError.Success && !Sockets.IsNothingYet(error))
                throw new SocketException((int)error);
        }
    }

    private int LeftMs() => (_deadline - Clock.Now()) / Clock.Millisecond is var left and > 0 ? (int)Math.Min(left, int.MaxValue / 1000) : throw TimedOut();

    private WorkerException TimedOut() => new($"connect {plan.Address}: not all of {plan.Connections} connections were up within {plan.TimeoutNs / Clock.Millisecond} ms");

    internal void CloseAll()
    {
        foreach (var socket in _sockets)
            socket.Dispose();
    }
}
