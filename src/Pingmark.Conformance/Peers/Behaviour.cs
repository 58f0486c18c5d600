namespace Pingmark.Conformance.Peers;

/// <summary>How the kit's raw server treats the worker's client; by default as a perfect echo server.</summary>
internal sealed record Behaviour
{
    public static Behaviour Silent { get; } = new() { Answer = (_, _) => [] };

    /// <summary>False: connections come up and nobody answers their hello.</summary>
    public bool AnswersHello { get; init; } = true;

    /// <summary>So many hellos are taken for lost.</summary>
    public int HellosIgnored { get; init; }

    /// <summary>What it says to a hello.</summary>
    public byte[] HelloAnswer { get; init; } = Frames.HelloAnswer;

    /// <summary>So many connections, the first that greet, get no other answer than the hello's.</summary>
    public int SilentConnections { get; init; }

    /// <summary>No hello is expected and the bytes are echoed as they come.</summary>
    public bool Plain { get; init; }

    /// <summary>The bodies that answer the n-th message (from 1): none, itself, a wrong one, several.</summary>
    public Func<long, byte[], IReadOnlyList<byte[]>> Answer { get; init; } = (_, body) => [body];

    /// <summary>Streams: so many bytes at a time, each piece given time to arrive by itself; 0 = in one.</summary>
    public int PieceBytes { get; init; }

    /// <summary>Streams: answers are kept until there are so many, and then written in one piece.</summary>
    public int Together { get; init; } = 1;

    /// <summary>After its hello a connection is not read any more.</summary>
    public bool NeverReads { get; init; }

    /// <summary>Streams: of each connection; 0 = the kernel's default.</summary>
    public int ReceiveBufferBytes { get; init; }

    /// <summary>Before the answer to the n-th message (from 1) nothing is read for so long.</summary>
    public Func<long, TimeSpan> Pause { get; init; } = _ => TimeSpan.Zero;

    /// <summary>Streams, of one connection: when the n-th message (from 1) has begun to arrive, nothing of it is read
    /// for so long.</summary>
    public Func<long, TimeSpan> PauseInside { get; init; } = _ => TimeSpan.Zero;

    /// <summary>Takes down when each message arrived.</summary>
    public ArrivalLog? Arrivals { get; init; }

    /// <summary>What the client said it would send; null: its messages are not looked at.</summary>
    public ClientPromise? Promise { get; init; }
}

/// <summary>The connect options that decide every byte of what a client sends.</summary>
internal sealed record ClientPromise(int InFlight, int BodyBytes, Payload Payload);
