using System.Text.Json.Serialization;

namespace Pingmark.Model;

/// <summary>What a check says of a cell, or a remark about the whole run.</summary>
public sealed record Note(string Id, AuditVerdict Verdict, string Text)
{
    /// <summary>The text with its values; one that was read from a file is a text without values.</summary>
    [JsonIgnore]
    public Sentence Sentence
    {
        get => field ?? Sentence.Verbatim(Text);
        init;
    }
}
