using System.Text.Json;
using System.Text.Json.Nodes;

namespace Pingmark.Conformance;

/// <summary>A line of a case's transcript.</summary>
internal sealed record TranscriptLine
{
    /// <summary>The direction: <c>&gt;</c> to the worker, <c>&lt;</c> from it; null: what the peer has seen.</summary>
    public string? Dir { get; init; }

    /// <summary>A request, or what an answer must have: <c>reason</c> lists words that it must contain, a status of
    /// <c>refused</c> means either status of refusal, a field with <c>at_least</c> is no less, and fields that are not
    /// there may have any value.</summary>
    public JsonObject? Line { get; init; }

    /// <summary>Any text that is sent in place of a request; null: none.</summary>
    public string? Text { get; init; }

    /// <summary>The size of the pieces in which the text is sent; 0: all at once.</summary>
    public int PieceBytes { get; init; }

    /// <summary>The exit code with which the worker ends; null: it goes on.</summary>
    public int? Exit { get; init; }

    /// <summary>The number of messages that have reached the raw peer; null: not expected here.</summary>
    public long? PeerMessages { get; init; }

    /// <summary>Whether the line has exactly one meaning, with all that it needs.</summary>
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
