using Pingmark.Workers;

namespace Pingmark.Conformance;

/// <summary>What a worker says of a stack with <c>describe</c>; cases stay inside these limits, and step over each of
/// them.</summary>
internal sealed record StackFacts
{
    public required string Id { get; init; }
    public required string Transport { get; init; }
    public required string Framing { get; init; }
    public required bool Spins { get; init; }
    public required IReadOnlyList<string> Roles { get; init; }
    public required int MinMessageBytes { get; init; }
    public required int MaxMessageBytes { get; init; }
    public required long MaxConnections { get; init; }
    public required long MaxInFlight { get; init; }
    public required long MaxInFlightBytes { get; init; }
    public required bool IsReliable { get; init; }
    public required bool IsUnreliable { get; init; }
    public required int MaxReliableMessageBytes { get; init; }
    public required IReadOnlyList<string> SocketOptions { get; init; }
    public required IReadOnlyList<string> Options { get; init; }
    public required IReadOnlyList<string> Loads { get; init; }

    /// <summary>Its server can send snapshots.</summary>
    public bool SendsUnasked { get; private init; }

    /// <summary>How many threads both sides can have in one process.</summary>
    public IReadOnlyList<long> PairThreads { get; private init; } = [];

    /// <summary>Where its servers listen: a folder of this machine, or an IP address.</summary>
    public string Address { get; init; } = "127.0.0.1";
    public bool IsLocal { get; private init; }

    public bool IsStream => Framing == "stream";

    /// <summary>The wire format that this kit's raw peers speak; a library has one of its own, which only its own other
    /// side knows.</summary>
    public bool IsRaw => Transport is "tcp" or "udp";

    public IEnumerable<(string Name, int MaxMessageBytes)> Transmissions =>
        new[]
        {
            (IsUnreliable, "unreliable", MaxMessageBytes),
            (IsReliable, "reliable", IsUnreliable ? MaxReliableMessageBytes : MaxMessageBytes),
        }
            .Where(t => t.Item1)
            .Select(t => (t.Item2, t.Item3));

    /// <summary>Of a message, the length in front of its body.</summary>
    public int FrameBytes => IsStream ? 4 : 0;

    /// <summary>Reads and checks every field of the reply, also those that no case needs.</summary>
    public static StackFacts Read(Reply reply)
    {
        Expect.That(reply.Text("transport").Length > 0, "a name as transport", "an empty text");
        OneOf(reply, "framing", "stream", "datagram");
        OneOf(reply, "waits", "block", "spin");
        foreach (var line in new[] { "about", "threading" })
            Expect.That(
                reply.Text(line) is { Length: > 0 } text && !text.Contains('\n'),
                $"one line as {line}",
                $"'{reply.Text(line)}'"
            );
        reply.Flag("tls");
        Expect.That(reply.Flag("reliable") || reply.Flag("unreliable"), "reliable, unreliable or both", "none");
        return new()
        {
            Id = reply.Text("stack"),
            Transport = reply.Text("transport"),
            IsLocal = reply.TextOrNull("addresses") == "folder",
            Framing = reply.Text("framing"),
            Spins = reply.Text("waits") == "spin",
            Roles = reply.Texts("roles"),
            MinMessageBytes = (int)reply.Count("min_message_bytes"),
            MaxMessageBytes = (int)reply.Count("max_message_bytes"),
            MaxConnections = reply.Count("max_connections"),
            MaxInFlight = reply.Count("max_in_flight"),
            MaxInFlightBytes = reply.Count("max_in_flight_bytes"),
            IsReliable = reply.Flag("reliable"),
            IsUnreliable = reply.Flag("unreliable"),
            MaxReliableMessageBytes = (int)(
                reply.NumberOrNull("max_reliable_message_bytes") ?? reply.Count("max_message_bytes")
            ),
            SocketOptions = reply.Texts("socket_options"),
            Options = reply.Has("options") ? reply.Texts("options") : [],
            Loads = reply.Texts("loads"),
            SendsUnasked = reply.Has("sends_unasked") && reply.Flag("sends_unasked"),
            PairThreads = reply.Has("pair_threads") ? reply.Numbers("pair_threads") : [],
        };
    }

    private static void OneOf(Reply reply, string field, params string[] values) =>
        Expect.That(
            values.Contains(reply.Text(field)),
            $"{field} = {string.Join(" or ", values)}",
            $"'{reply.Text(field)}'"
        );
}
