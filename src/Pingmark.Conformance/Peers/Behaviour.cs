using System.Collections.Concurrent;

namespace Pingmark.Conformance.Peers;

/// <summary>How the kit's raw server treats the worker's client; by default it is a perfect echo server.</summary>
internal sealed record Behaviour
{
    public static Behaviour Silent { get; } = new() { Answer = (_, _) => [] };

    /// <summary>How many hellos get no answer. A client repeats a datagram; a stream never gets an answer.</summary>
    public int HellosIgnored { get; init; }

    public byte[] HelloAnswer { get; init; } = Frames.HelloAnswer;

    /// <summary>How many connections, the first that greet, get no other answer than the hello's.</summary>
    public int SilentConnections { get; init; }

    /// <summary>Whether it expects no hello and echoes the bytes as they come.</summary>
    public bool IsPlain { get; init; }

    /// <summary>The bodies that answer the n-th message (from 1), which a stream sends in one piece.</summary>
    public Func<long, byte[], IReadOnlyList<byte[]>> Answer { get; init; } = (_, body) => [body];

    /// <summary>For streams: how many bytes it writes at a time.</summary>
    public int PieceBytes { get; init; } = int.MaxValue;

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

    /// <summary>Collects so many answers of the only connection before it sends them.</summary>
    public static Func<long, byte[], IReadOnlyList<byte[]>> AnswerTogether(int messages)
    {
        var kept = new List<byte[]>();
        return (_, body) =>
        {
            kept.Add(body);
            if (kept.Count < messages)
                return [];
            byte[][] all = [.. kept];
            kept.Clear();
            return all;
        };
    }
}

/// <summary>When a message arrived at a raw server.</summary>
/// <param name="Connection">The number of its connection from 0, in the order in which they greeted.</param>
internal readonly record struct Arrival(int Connection, long AtNs);
