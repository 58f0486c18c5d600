using System.Collections.Concurrent;
using System.Net;
using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Conformance.Peers;

/// <summary>A raw server for a worker's client: it counts and checks every message itself, and answers as its
/// <see cref="Behaviour"/> says.</summary>
internal abstract class RawServer(Behaviour behaviour) : IListening, IAsyncDisposable
{
    private readonly ConcurrentQueue<string> _problems = new();
    private long _messages;
    private int _connections,
        _hellos;

    public abstract IPEndPoint EndPoint { get; }
    public ServerAddress Address => EndPoint;
    public string Token { get; } = Bench.NewToken();

    /// <summary>Messages received so far, without hellos.</summary>
    public long Messages => Interlocked.Read(ref _messages);
    protected Behaviour Behaviour { get; } = behaviour;
    protected CancellationTokenSource Closing { get; } = new();

    public static RawServer Open(StackFacts stack, Behaviour behaviour) =>
        stack.IsStream
            ? new RawStreamServer(behaviour, stack.Transport == "http" ? Carrier.HttpServer : Carrier.Bytes)
            : new RawDatagramServer(behaviour);

    /// <summary>Waits for a hello.</summary>
    public Task GreetedAsync() => Expect.EventuallyAsync("a hello from the client", true, () => _hellos > 0);

    /// <summary>Waits until so many messages have arrived.</summary>
    public Task ReachedAsync(long messages) =>
        Expect.EventuallyAsync($"{messages} messages from the client", true, () => Messages >= messages);

    /// <summary>Fails when anything that the client sent was not what the protocol says.</summary>
    public void ExpectNoProblems() =>
        Expect.That(_problems.IsEmpty, "messages as the protocol composes them", string.Join("; ", _problems.Take(3)));

    /// <summary>Closes all connections and the port, as a server does that dies.</summary>
    public abstract void Die();

    protected bool IsHello(ReadOnlySpan<byte> body) => body.SequenceEqual(Frames.CreateHello(Token));

    /// <returns>Whether the hello gets an answer.</returns>
    protected bool CountHello(ReadOnlySpan<byte> hello)
    {
        if (!IsHello(hello))
            Report($"a hello of {hello.Length} bytes that is not PMK1 and the token");
        return Interlocked.Increment(ref _hellos) > Behaviour.HellosIgnored;
    }

    /// <param name="connection">The connection; null for plain messages, of which only the bytes are known.</param>
    protected async ValueTask<IReadOnlyList<byte[]>> AnswerAsync(byte[] body, PeerConnection? connection)
    {
        if (connection?.Check?.FindProblem(body) is { } problem)
            Report(problem);
        if (connection is not null)
            Behaviour.Arrivals?.Enqueue(new(connection.Index, Clock.NowNs));
        var number = Interlocked.Increment(ref _messages);
        if (Behaviour.Pause(number) is var pause && pause > TimeSpan.Zero)
            await Task.Delay(pause, Closing.Token);
        return connection?.Index < Behaviour.SilentConnections ? [] : Behaviour.Answer(number, body);
    }

    protected void Report(string problem) => _problems.Enqueue(problem);

    /// <summary>Makes a connection that has greeted.</summary>
    protected PeerConnection NewConnection() =>
        new(Interlocked.Increment(ref _connections) - 1, Behaviour.Promise is { } promise ? new(promise) : null);

    /// <summary>Whether an error is the end of a connection, closed by the client or by the case.</summary>
    protected static bool IsEnd(Exception e) =>
        e is OperationCanceledException or System.Net.Sockets.SocketException or IOException or ObjectDisposedException;

    public ValueTask DisposeAsync()
    {
        Closing.Cancel();
        Die();
        return ValueTask.CompletedTask;
    }
}

/// <summary>One connection as a raw server sees it.</summary>
/// <param name="Index">Its number from 0, in the order in which connections greeted.</param>
internal sealed record PeerConnection(int Index, MessageCheck? Check);
