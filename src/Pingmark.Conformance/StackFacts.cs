using System.Text.Json;
using Pingmark.Conformance.Peers;
using Pingmark.Workers;

namespace Pingmark.Conformance;

/// <summary>What <c>describe</c> says of a stack; cases stay inside these limits, or go one step beyond
/// each.</summary>
internal sealed record StackFacts(Reply Said, JsonElement Json)
{
    public string Id => Said.Text("stack");
    public string Transport => Said.Text("transport");
    public string Framing => Said.Text("framing");
    public bool Spins => Said.Text("waits") == "spin";
    public IReadOnlyList<string> Roles => Said.Texts("roles");
    public bool HasClient => Roles.Contains("client");
    public int MinMessageBytes => (int)Said.Count("min_message_bytes");
    public int MaxMessageBytes => (int)Said.Count("max_message_bytes");
    public long MaxConnections => Said.Count("max_connections");
    public long MaxInFlight => ReadClientLimit("max_in_flight");
    public long MaxInFlightBytes => ReadClientLimit("max_in_flight_bytes");
    public bool IsReliable => Said.Flag("reliable");
    public bool IsUnreliable => Said.Flag("unreliable");
    public int MaxReliableMessageBytes => (int)(Said.NumberOrNull("max_reliable_message_bytes") ?? MaxMessageBytes);
    public IReadOnlyList<string> SocketOptions => Said.Texts("socket_options");
    public IReadOnlyList<string> Options => Said.Has("options") ? Said.Texts("options") : [];
    public IReadOnlyList<string> Loads => Said.Texts("loads");
    public IReadOnlyList<string> Payloads => Said.Has("payloads") ? Said.Texts("payloads") : Payload.Blocks;

    /// <summary>The address that its servers listen on: a folder of this machine, or an IP address.</summary>
    public string Address { get; init; } = "127.0.0.1";
    public bool IsLocal => Said.TextOrNull("addresses") == "folder";

    /// <summary>A limit of its client; a server alone has none.</summary>
    private long ReadClientLimit(string field) =>
        HasClient ? Said.Count(field) : Said.CountOrNull(field) ?? int.MaxValue;

    /// <summary>The wanted number of connections, or the most that it can have.</summary>
    public int Connections(int wanted) => (int)Math.Min(wanted, MaxConnections);

    public bool IsStream => Framing == "stream";

    /// <summary>Whether it speaks the wire format of this kit's raw peers; a library has a protocol that only its own
    /// other side knows.</summary>
    public bool IsRaw => Transport is "tcp" or "udp" or "http";

    /// <summary>Whether this kit's raw client can talk to its server: TLS and WebSocket have one protocol, whoever
    /// speaks it.</summary>
    public bool HasRawClient => IsRaw || Transport is "tls" or "websocket";

    /// <summary>Whether its server learns that a client has ended its connection.</summary>
    public bool NoticesEnds => IsStream || (HasRawClient && IsReliable);

    public IEnumerable<(string Name, int MaxMessageBytes)> Transmissions =>
        new[]
        {
            (IsUnreliable, "unreliable", MaxMessageBytes),
            (IsReliable, "reliable", IsUnreliable ? MaxReliableMessageBytes : MaxMessageBytes),
        }
            .Where(t => t.Item1)
            .Select(t => (t.Item2, t.Item3));

    /// <summary>The bytes of a message before its body: the length of a stream's frame.</summary>
    public int FrameBytes => IsStream ? 4 : 0;

    /// <summary>Whether a field has this value, or one of several, or holds it; null means that there is no such
    /// field.</summary>
    public bool Says(string field, JsonElement wanted) =>
        Values(Json.TryGetProperty(field, out var said) ? said : JsonElement.Parse("null"))
            .Any(one => Values(wanted).Any(other => JsonElement.DeepEquals(one, other)));

    private static IEnumerable<JsonElement> Values(JsonElement one) =>
        one.ValueKind == JsonValueKind.Array ? one.EnumerateArray() : [one];

    /// <summary>Reads and checks every field of the reply, also those that no case needs.</summary>
    public static StackFacts Read(Answer answer)
    {
        var reply = answer.Ok();
        Expect.That(reply.Text("transport").Length > 0, "a name as transport", "an empty text");
        foreach (var (field, values) in new[] { ("framing", "stream, datagram"), ("waits", "block, spin") })
            Expect.That(values.Split(", ").Contains(reply.Text(field)), $"{field}: {values}", reply.Text(field));
        foreach (var line in new[] { "about", "threading" })
            Expect.That(
                reply.Text(line) is { Length: > 0 } text && !text.Contains('\n'),
                $"one line as {line}",
                $"'{reply.Text(line)}'"
            );
        reply.Flag("tls");
        Expect.That(reply.Flag("reliable") || reply.Flag("unreliable"), "reliable, unreliable or both", "none");
        if (reply.Has("sends_unasked"))
            reply.Flag("sends_unasked");
        if (reply.Has("pair_threads"))
            reply.Numbers("pair_threads");
        var facts = new StackFacts(reply, answer.Json);
        // Each is of the type that the protocol says, or fails.
        _ = (facts.Id, facts.Roles, facts.SocketOptions, facts.Options, facts.Loads, facts.Payloads);
        _ = (facts.MinMessageBytes, facts.MaxMessageBytes, facts.MaxReliableMessageBytes);
        _ = (facts.MaxConnections, facts.MaxInFlight, facts.MaxInFlightBytes, facts.IsLocal);
        return facts;
    }
}
