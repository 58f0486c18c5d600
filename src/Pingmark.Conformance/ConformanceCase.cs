using System.Text.Json;
using System.Text.Json.Serialization;

namespace Pingmark.Conformance;

/// <summary>The side that a case tests; the other side is the kit's own raw peer, except in a pair.</summary>
public enum Subject
{
    /// <summary>The process itself, once for each language; where a stack is needed, its worker's first one.</summary>
    Worker,
    Server,
    Client,

    /// <summary>The stack's own client with its own server.</summary>
    Pair,
}

/// <summary>The other side that a case needs.</summary>
public enum Peer
{
    Any,

    /// <summary>The kit's own peer, which speaks the project's wire format, as stacks of raw sockets do; as a client it
    /// speaks it within TLS and WebSocket, too.</summary>
    Raw,

    /// <summary>The library's own other side, since nobody else knows its protocol.</summary>
    Library,
}

/// <summary>Which other stacks a stack that passes stands for.</summary>
public enum Sharing
{
    Nobody,

    /// <summary>All stacks of its language that frame messages in the same way.</summary>
    Framing,

    /// <summary>All stacks of its language.</summary>
    Kit,
}

/// <summary>The process that the lines of a transcript are for.</summary>
public enum AskedWorker
{
    /// <summary>A worker without a role that cases share, and that stays without one.</summary>
    Idle,

    /// <summary>A worker that is started for the case.</summary>
    Own,
}

/// <summary>One thing that every worker must do, in any language. It is run by its lines, or by the code of its
/// name.</summary>
public sealed record ConformanceCase
{
    /// <summary>The id <c>group.what</c>, e.g. <c>handshake.wrong-version</c>.</summary>
    [JsonPropertyName("case")]
    public required string Id { get; init; }

    /// <summary>One line that says what is known of a worker that passes.</summary>
    public required string Proves { get; init; }
    public required Subject Subject { get; init; }

    /// <summary>The named peer; null: the raw peer where one side is tested, otherwise any.</summary>
    [JsonPropertyName("peer")]
    public Peer? NamedPeer { get; init; }

    [JsonIgnore]
    public Peer Peer => NamedPeer ?? (Subject is Subject.Server or Subject.Client ? Peer.Raw : Peer.Any);

    /// <summary>What <c>describe</c> must say of stacks that the case is for: each field is the value, or is one of
    /// several, or holds it; null where there must be no such field.</summary>
    public IReadOnlyDictionary<string, JsonElement> Needs { get; init; } = new Dictionary<string, JsonElement>();

    [JsonPropertyName("shared")]
    public Sharing StandsFor { get; init; }

    /// <summary>Whether it measures time, so that no other case runs meanwhile.</summary>
    public bool Alone { get; init; }

    /// <summary>Whether what it shows depends on times: on a slow or busy machine a right worker may fail it.</summary>
    public bool Clock { get; init; }

    /// <summary>Whether it is one of the few that show that a worker works at all.</summary>
    public bool Smoke { get; init; }

    /// <summary>The worker that is named; null: where a client is tested, one that other cases connected and
    /// disconnected, otherwise an idle one.</summary>
    [JsonPropertyName("worker")]
    public AskedWorker? Asked { get; init; }

    /// <summary>The lines of its transcript; none where it needs code.</summary>
    [JsonIgnore]
    internal IReadOnlyList<TranscriptLine> Lines { get; init; } = [];

    [JsonIgnore]
    public bool IsTranscript => Lines.Count > 0;

    internal bool AppliesTo(StackFacts stack) =>
        Peer switch
        {
            Peer.Raw => Subject == Subject.Server ? stack.HasRawClient : stack.IsRaw,
            Peer.Library => !stack.IsRaw,
            _ => true,
        }
        && Needs.All(need => stack.Says(need.Key, need.Value))
        && Subject switch
        {
            Subject.Server => stack.Roles.Contains("server"),
            Subject.Client => stack.Roles.Contains("client"),
            Subject.Pair => stack.Roles.Contains("server") && stack.Roles.Contains("client"),
            _ => false,
        };

    /// <summary>Whether a worker with this stack has to do it; one that can't describe a stack has to do all.</summary>
    internal bool AppliesToWorker(StackFacts? stack) =>
        Subject == Subject.Worker && Needs.All(need => stack?.Says(need.Key, need.Value) != false);

    /// <summary>Whether one of these stacks, of the same language and tested, too, stands for the stack.</summary>
    internal bool IsShownBy(IEnumerable<StackFacts> others, StackFacts stack) =>
        StandsFor != Sharing.Nobody
        && others.Any(other => AppliesTo(other) && (StandsFor == Sharing.Kit || other.Framing == stack.Framing));

    public override string ToString() => Id;
}
