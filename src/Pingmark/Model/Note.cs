using System.Text.Json.Serialization;

namespace Pingmark.Model;

/// <summary>What a check says of a cell, or a remark about the whole run.</summary>
public sealed record Note(string Id, AuditVerdict Verdict, string Text)
{
    /// <summary>Its words and values; of what was read from a file, the text as it is.</summary>
    [JsonIgnore]
    public Sentence Sentence
    {
        get => field ?? Sentence.Verbatim(Text);
        init;
    }
}
