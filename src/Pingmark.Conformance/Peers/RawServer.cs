using System.Collections.Concurrent;
using System.Net;
using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Conformance.Peers;

/// <summary>A raw server for a worker's client: it counts and checks every message itself, and answers as its
/// <see cref="Behaviour"/> says.</summary>
internal abstract class RawServer(Behaviour behaviour) : IListening, IAsyncDisposable
{
    private readonly TaskCompletionSource _greeted = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly ConcurrentDictionary<long, TaskCompletionSource> _marks = new();
    private readonly ConcurrentQueue<string> _problems = new();
    private long _messages,
        _bytesReceived;
    private int _connections;

    public abstract IPEndPoint EndPoint { get; }
    public ServerAddress Address => EndPoint;
    public string Token { get; } = Bench.NewToken();

    /// <summary>Messages received so far, without hellos.</summary>
    public long Messages => Interlocked.Read(ref _messages);

    /// <summary>Bytes of plain messages received so far.</summary>
    public long BytesReceived => Interlocked.Read(ref _bytesReceived);
    protected Behaviour Behaviour { get; } = behaviour;
    protected CancellationTokenSource Closing { get; } = new();

    public static RawServer Open(RawWire wire, Behaviour behaviour) =>
        wire == RawWire.Datagrams ? new RawDatagramServer(behaviour) : new RawStreamServer(behaviour, wire);

    /// <summary>Waits for a hello. None fails the case where the client had more time than the kit has for sockets;
    /// in a shorter time a busy machine may keep it from greeting.</summary>
    /// <param name="withinNs">The time that the client has, in ns.</param>
    public async Task<bool> IsGreetedWithinAsync(long withinNs)
    {
        var within = TimeSpan.FromMicroseconds(withinNs / 1000);
        if (within >= Deadlines.Socket)
            await WaitAsync(_greeted, "a hello");
        else
            await Task.WhenAny(_greeted.Task, Task.Delay(within));
        return _greeted.Task.IsCompleted;
    }

    /// <summary>Waits until so many messages have arrived.</summary>
    public Task ReachedAsync(long messages)
    {
        var mark = _marks.GetOrAdd(messages, _ => new(TaskCreationOptions.RunContinuationsAsynchronously));
        if (Messages >= messages)
            mark.TrySetResult();
        return WaitAsync(mark, $"{messages} messages", () => $"{Messages}");
    }

    private static async Task WaitAsync(TaskCompletionSource source, string expected, Func<string>? instead = null)
    {
        await Task.WhenAny(source.Task, Task.Delay(Deadlines.Socket));
        Expect.That(source.Task.IsCompleted, $"{expected} from the client in time", instead?.Invoke() ?? "none");
    }

    /// <summary>Fails when anything that the client sent was not what the protocol says.</summary>
    public void ExpectNoProblems() =>
        Expect.That(_problems.IsEmpty, "messages as the protocol composes them", string.Join("; ", _problems.Take(3)));

    /// <summary>Closes all connections and the port, as a server does that dies.</summary>
    public abstract void Die();

    protected bool IsHello(ReadOnlySpan<byte> body) => body.SequenceEqual(Frames.HelloOf(Token));

    protected void Greeted(ReadOnlySpan<byte> hello)
    {
        if (!IsHello(hello))
            Report($"a hello of {hello.Length} bytes that is not PMK1 and the token");
        _greeted.TrySetResult();
    }

    /// <param name="connection">The connection; null for plain messages, of which only the bytes are known.</param>
    protected async ValueTask<IReadOnlyList<byte[]>> AnswersAsync(byte[] body, PeerConnection? connection)
    {
        if (connection?.Check?.Problem(body) is { } problem)
            Report(problem);
        if (connection is not null)
            Behaviour.Arrivals?.Enqueue(new(connection.Index, Clock.NowNs));
        Interlocked.Add(ref _bytesReceived, body.Length);
        var number = Interlocked.Increment(ref _messages);
        if (_marks.TryGetValue(number, out var mark))
            mark.TrySetResult();
        if (Behaviour.Pause(number) is var pause && pause > TimeSpan.Zero)
            await Task.Delay(pause, Closing.Token);
        return connection?.Index < Behaviour.SilentConnections ? [] : Behaviour.Answer(number, body);
    }

    protected void Report(string problem) => _problems.Enqueue(problem);

    /// <summary>Makes a connection that has greeted.</summary>
    protected PeerConnection NewConnection() =>
        new(Interlocked.Increment(ref _connections) - 1, Behaviour.Promise is { } promise ? new(promise) : null);

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
