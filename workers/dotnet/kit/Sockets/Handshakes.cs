using System.Net.Sockets;

namespace Pingmark.Worker.Kit;

/// <summary>
/// Opens a client's connections within the plan's time for all of them, and records how long each took: sockets one
/// after the other; a library opens its own, with a <see cref="Greeting"/> each, and waits for them with
/// <see cref="Await"/>.
/// </summary>
public sealed class Handshakes(ConnectPlan plan)
{
    private const int RepeatHelloMs = (int)(Constants.HelloRepeatNs / Clock.Millisecond);

    private readonly long _deadline = Clock.Now() + plan.TimeoutNs;
    private readonly List<Socket> _sockets = [];
    private readonly List<IDisposable> _libraries = [];
    private readonly object _signal = new();
    private int _begun;
    private int _up;
    private bool _isClosed;
    private volatile string? _failure;

    internal Histogram Times { get; } = new();

    /// <returns>A connected stream, blocking, whose hello was answered.</returns>
    public Socket OpenStream() => OpenStream(socket => new SocketLink(socket)).Socket;

    /// <summary>The same of a stream that is more than its socket.</summary>
    /// <param name="begin">What comes before the hello. Calls of the socket end in time.</param>
    public (Socket Socket, TLink Link) OpenStream<TLink>(Func<Socket, TLink> begin)
        where TLink : ILink
    {
        TLink? link = default;
        var opened = Open(
            plan.Where.NewStream,
            socket =>
            {
                link = begin(socket);
                if (plan.Token is not null)
                    Greet(socket, link);
            }
        );
        return (opened, link!);
    }

    /// <returns>A connected datagram socket, blocking, whose hello was answered.</returns>
    public Socket OpenDatagrams() =>
        Open(() => new Socket(plan.Address.AddressFamily, SocketType.Dgram, ProtocolType.Udp), GreetByDatagrams);

    private Socket Open(Func<Socket> make, Action<Socket> greet) =>
        Sockets.Named(
            $"connect {plan.Where}",
            () =>
            {
                var socket = make();
                _sockets.Add(socket);
                plan.Options.Apply(socket);
                var start = Clock.Now();
                Connect(socket);
                socket.ReceiveTimeout = LeftMs();
                greet(socket);
                socket.ReceiveTimeout = socket.SendTimeout = 0;
                if (plan.Token is not null || socket.SocketType == SocketType.Stream)
                    Times.Record(Clock.Now() - start);
                return socket;
            }
        );

    /// <summary>
    /// The kernel's connect heeds the send timeout. To set Blocking to false and back instead would leave .NET
    /// emulating a blocking socket for good, by an epoll thread and a wake-up for each receive.
    /// </summary>
    private void Connect(Socket socket)
    {
        socket.SendTimeout = LeftMs();
        try
        {
            socket.Connect(plan.Where.EndPoint);
        }
        catch (SocketException e)
            when (Sockets.IsNothingYet(e.SocketErrorCode) || e.SocketErrorCode == SocketError.InProgress)
        {
            throw TimedOut();
        }
    }

    private void Greet<TLink>(Socket socket, TLink link)
        where TLink : ILink
    {
        ReadOnlySpan<byte> hello = [(byte)plan.Hello.Length, 0, 0, 0, .. plan.Hello];
        for (var sent = 0; sent < hello.Length; )
        {
            Require(link.Send(hello[sent..], out var taken));
            sent += taken;
        }
        link.Flush();
        Span<byte> answer = stackalloc byte[sizeof(int) + Token.Answer.Length];
        for (var have = 0; have < answer.Length; )
        {
            socket.ReceiveTimeout = LeftMs();
            var count = link.Receive(answer[have..], out var error);
            if (Sockets.IsNothingYet(error))
                continue;
            Require(error);
            if (count == 0)
                throw new WorkerException($"connect {plan.Where}: closed by the peer before it answered the hello");
            have += count;
        }
        if (!answer[sizeof(int)..].SequenceEqual(Token.Answer))
            throw new WorkerException($"connect {plan.Where}: the hello was answered with something else");
    }

    private static void Require(SocketError error)
    {
        if (error != SocketError.Success)
            throw new SocketException((int)error);
    }

    private void GreetByDatagrams(Socket socket)
    {
        if (plan.Token is null)
            return;
        Span<byte> answer = stackalloc byte[64];
        while (true)
        {
            socket.Send(plan.Hello, SocketFlags.None, out var unsent);
            if (unsent != SocketError.Success && !Sockets.IsLostDatagram(unsent))
                throw new SocketException((int)unsent);
            socket.ReceiveTimeout = Math.Min(RepeatHelloMs, LeftMs());
            var count = socket.Receive(answer, SocketFlags.None, out var error);
            if (error == SocketError.Success && answer[..count].SequenceEqual(Token.Answer))
                return;
            if (error != SocketError.Success && !Sockets.IsNothingYet(error))
                throw new SocketException((int)error);
        }
    }

    /// <summary>A library begins a connection.</summary>
    public Greeting Begin(bool isStream)
    {
        _begun++;
        return new Greeting(this, plan.Token is null ? null : plan.Hello, isStream);
    }

    /// <summary>To be disposed of when the connections end: whatever holds a library's connection.</summary>
    public T Owns<T>(T connection)
        where T : IDisposable
    {
        _libraries.Add(connection);
        return connection;
    }

    /// <summary>Until all greetings that were begun are answered.</summary>
    /// <param name="pump">Serves the library for a moment, as long as it may wait; null for libraries that call back on
    /// threads of their own.</param>
    /// <exception cref="WorkerException">A connection failed, or the time is over.</exception>
    public void Await(Action? pump = null)
    {
        while (true)
        {
            if (_failure is { } reason)
                throw new WorkerException($"connect {plan.Where}: {reason}");
            if (Volatile.Read(ref _up) == _begun)
                return;
            var leftMs = LeftMs();
            if (pump is not null)
                pump();
            else
                lock (_signal)
                    if (_up < _begun && _failure is null)
                        Monitor.Wait(_signal, leftMs);
        }
    }

    /// <summary>A connection can't come up, or ended before its hello was answered.</summary>
    public void Fail(string reason)
    {
        lock (_signal)
        {
            _failure ??= reason;
            Monitor.PulseAll(_signal);
        }
    }

    internal void Up(long durationNs)
    {
        lock (_signal)
        {
            if (_isClosed)
                return;
            Times.Record(durationNs);
            _up++;
            Monitor.PulseAll(_signal);
        }
    }

    private int LeftMs() =>
        (_deadline - Clock.Now()) / Clock.Millisecond is var left and > 0
            ? (int)Math.Min(left, int.MaxValue / 1000)
            : throw TimedOut();

    private WorkerException TimedOut() =>
        new(
            $"connect {plan.Where}: not all of {plan.Connections} connections were up "
                + $"within {plan.TimeoutNs / Clock.Millisecond} ms"
        );

    internal void CloseAll()
    {
        foreach (var connection in _libraries.Concat(_sockets))
            connection.Dispose();
        lock (_signal)
        {
            _isClosed = true;
            Times.Dispose();
        }
    }
}
