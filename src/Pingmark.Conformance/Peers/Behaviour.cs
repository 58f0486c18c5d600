using System.Collections.Concurrent;

namespace Pingmark.Conformance.Peers;

/// <summary>How the kit's raw server treats the worker's client; by default it is a perfect echo server.</summary>
internal sealed record Behaviour
{
    public static Behaviour Silent { get; } = new() { Answer = (_, _) => [] };

    /// <summary>Whether it answers a connection's hello.</summary>
    public bool AnswersHello { get; init; } = true;

    /// <summary>How many hellos it ignores, as if they were lost.</summary>
    public int HellosIgnored { get; init; }

    /// <summary>The bytes of its answer to a hello.</summary>
    public byte[] HelloAnswer { get; init; } = Frames.HelloAnswer;

    /// <summary>How many connections, the first that greet, get no other answer than the hello's.</summary>
    public int SilentConnections { get; init; }

    /// <summary>Whether it expects no hello and echoes the bytes as they come.</summary>
    public bool Plain { get; init; }

    /// <summary>The bodies that answer the n-th message (from 1): none, the same, a wrong one, several.</summary>
    public Func<long, byte[], IReadOnlyList<byte[]>> Answer { get; init; } = (_, body) => [body];

    /// <summary>For streams: how many bytes it writes at a time, with a pause so that each piece arrives by
    /// itself.</summary>
    public int PieceBytes { get; init; } = int.MaxValue;

    /// <summary>For streams: how many answers it collects before it writes them in one piece.</summary>
    public int Together { get; init; } = 1;

    /// <summary>Whether it stops reading a connection after its hello.</summary>
    public bool NeverReads { get; init; }

    /// <summary>For streams: the receive buffer of each connection; 0: the kernel's default.</summary>
    public int ReceiveBufferBytes { get; init; }

    /// <summary>How long it reads nothing before it answers the n-th message (from 1).</summary>
    public Func<long, TimeSpan> Pause { get; init; } = _ => TimeSpan.Zero;

    /// <summary>For a stream with one connection: how long it stops reading when the n-th message (from 1) has begun to
    /// arrive.</summary>
    public Func<long, TimeSpan> PauseInside { get; init; } = _ => TimeSpan.Zero;

    /// <summary>Where each message that arrives is added; null: none is kept.</summary>
    public ConcurrentQueue<Arrival>? Arrivals { get; init; }

    /// <summary>What the client said it would send; null: its messages are not checked.</summary>
    public ClientPromise? Promise { get; init; }
}

/// <summary>The connect options that decide every byte of what a client sends.</summary>
internal sealed record ClientPromise(int InFlight, int BodyBytes, Payload Payload);

/// <summary>When a message arrived at a raw server.</summary>
/// <param name="Connection">The number of its connection from 0, in the order in which they reached the server.</param>
internal readonly record struct Arrival(int Connection, long AtNs);
