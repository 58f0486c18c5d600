using System.Text.Json;
using System.Text.Json.Serialization;

namespace Pingmark.Conformance;

/// <summary>What a case looks at; the side that is not looked at is the kit's own raw peer, except in a pair.</summary>
public enum Subject
{
    /// <summary>The process as such, once for each language; where a stack is needed, its worker's first.</summary>
    Worker,
    Server,
    Client,

    /// <summary>The stack's own client against its own server.</summary>
    Pair,
}

/// <summary>What a case needs on the other side.</summary>
public enum Peer
{
    Any,

    /// <summary>The kit's own peer, which speaks the project's wire format: raw sockets only.</summary>
    Raw,

    /// <summary>The library's own other side, since nobody else knows its protocol.</summary>
    Library,
}

/// <summary>Who else a stack that passes stands for.</summary>
public enum Sharing
{
    Nobody,

    /// <summary>All stacks of its language that carry messages in the same way.</summary>
    Framing,

    /// <summary>All stacks of its language.</summary>
    Kit,
}

/// <summary>What a case does with the server that cases of a stack share.</summary>
public enum ServerUse
{
    Shared,

    /// <summary>It has one of its own, and comes before those that share one, which might spin meanwhile.</summary>
    Own,

    /// <summary>It ends it, and so comes after them.</summary>
    Ended,
}

/// <summary>Which process the lines of a transcript are for.</summary>
public enum AskedWorker
{
    /// <summary>One without a role that cases share, and that is left so.</summary>
    Idle,

    /// <summary>One that is started for it.</summary>
    Own,
}

/// <summary>One thing that every worker must do, in any language: what it is. What runs it is told by its lines, or is
/// the code of its name.</summary>
public sealed record ConformanceCase
{
    /// <summary><c>group.what</c>, e.g. <c>handshake.wrong-version</c>.</summary>
    [JsonPropertyName("case")]
    public required string Id { get; init; }

    /// <summary>One line: what is known of a worker that passes.</summary>
    public required string Proves { get; init; }
    public required Subject Subject { get; init; }

    /// <summary>Null: the raw peer where one side is looked at, and any other.</summary>
    [JsonPropertyName("peer")]
    public Peer? NamedPeer { get; init; }

    [JsonIgnore]
    public Peer Peer => NamedPeer ?? (Subject is Subject.Server or Subject.Client ? Peer.Raw : Peer.Any);

    /// <summary>It is about stacks whose <c>describe</c> says so: each field is the value, or one of several, or holds
    /// it; null where there is none.</summary>
    public IReadOnlyDictionary<string, JsonElement> Needs { get; init; } = new Dictionary<string, JsonElement>();

    [JsonPropertyName("shared")]
    public Sharing StandsFor { get; init; }
    public ServerUse Server { get; init; }

    /// <summary>It measures time: no other case runs meanwhile.</summary>
    public bool Alone { get; init; }

    /// <summary>Null: one that other cases connected, and disconnected, where a client is looked at; else an idle
    /// one.</summary>
    [JsonPropertyName("worker")]
    public AskedWorker? Asked { get; init; }

    /// <summary>What is said and what is answered; none: it needs code.</summary>
    [JsonIgnore]
    internal IReadOnlyList<TranscriptLine> Lines { get; init; } = [];

    [JsonIgnore]
    public bool IsTranscript => Lines.Count > 0;

    internal bool AppliesTo(StackFacts stack) =>
        (Peer == Peer.Any || stack.IsRaw == (Peer == Peer.Raw))
        && Needs.All(need => stack.Says(need.Key, need.Value))
        && Subject switch
        {
            Subject.Server => stack.Roles.Contains("server"),
            Subject.Client => stack.Roles.Contains("client"),
            Subject.Pair => stack.Roles.Contains("server") && stack.Roles.Contains("client"),
            _ => false,
        };

    /// <summary>Whether one of these, which are of the same language and looked at too, stands for the stack.</summary>
    internal bool IsShownBy(IEnumerable<StackFacts> others, StackFacts stack) =>
        StandsFor != Sharing.Nobody
        && others.Any(other => AppliesTo(other) && (StandsFor == Sharing.Kit || other.Framing == stack.Framing));

    public override string ToString() => Id;
}
