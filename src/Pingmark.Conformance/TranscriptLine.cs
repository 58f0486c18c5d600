using System.Text.Json;
using System.Text.Json.Nodes;

namespace Pingmark.Conformance;

/// <summary>A line of a case's transcript.</summary>
internal sealed record TranscriptLine
{
    /// <summary><c>&gt;</c>: to the worker; <c>&lt;</c>: from it; null: what the peer has seen.</summary>
    public string? Dir { get; init; }

    /// <summary>A request, or what an answer must say: <c>reason</c> names these parts; a status of <c>refused</c> is
    /// either word for no; fields that are not named may be anything.</summary>
    public JsonObject? Line { get; init; }

    /// <summary>Instead of a request: whatever it is.</summary>
    public string? Text { get; init; }

    /// <summary>The text arrives in such pieces; 0: in one.</summary>
    public int PieceBytes { get; init; }

    /// <summary>The worker ends with this code.</summary>
    public int? Exit { get; init; }

    /// <summary>So many messages have reached the raw peer.</summary>
    public long? PeerMessages { get; init; }

    /// <summary>It says one thing, and all of it.</summary>
    public bool IsWhole =>
        (Dir, Line, Text, Exit, PeerMessages) switch
        {
            (">", { } request, null, null, null) => request["op"]?.GetValueKind() == JsonValueKind.String,
            (">", null, not null, null, null) => true,
            ("<", { } answer, null, null, null) => answer["status"]?.GetValueKind() == JsonValueKind.String,
            ("<", null, null, not null, null) or (null, null, null, null, not null) => true,
            _ => false,
        };
}
