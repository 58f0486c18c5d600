using System.Text.Json;
using Pingmark.Workers;

namespace Pingmark.Conformance;

/// <summary>A worker's answer of any status. A controller treats two of the three statuses as failures; in a case each
/// of them may be the right one.</summary>
internal sealed class Answer
{
    private readonly string _to;
    private readonly string _line;

    private Answer(string to, string line, JsonElement json)
    {
        (_to, _line) = (to, Excerpt(line));
        Json = json;
        Fields = new Reply(json, problem => new CaseFailure($"a well-formed reply to {to}", problem));
        IsAboutNoRequest = json.TryGetProperty("id", out var id) && id.ValueKind == JsonValueKind.Null;
        Status = Fields.Text("status");
        Expect.That(Status is "ok" or "unsupported" or "error", "a status of ok, unsupported or error", Status);
        if (Status != "ok")
            Expect.That(Reason.Length > 0, "a reason", _line);
    }

    public JsonElement Json { get; }
    public Reply Fields { get; }
    public string Status { get; }

    /// <summary>Whether its <c>id</c> is null, because the line that it answers was not a request.</summary>
    public bool IsAboutNoRequest { get; }
    public string Reason => Fields.TextOrNull("reason") ?? "";

    public static Answer Parse(string to, string line)
    {
        JsonElement json;
        try
        {
            json = JsonElement.Parse(line);
        }
        catch (JsonException)
        {
            throw new CaseFailure("nothing but JSON lines on stdout", Excerpt(line));
        }
        Expect.That(json.ValueKind == JsonValueKind.Object, "a JSON object", Excerpt(line));
        foreach (var field in json.EnumerateObject())
            Expect.That(field.Value.ValueKind != JsonValueKind.Object, "a flat object", $"an object in '{field.Name}'");
        Expect.That(json.TryGetProperty("status", out _), "nothing but replies on stdout", Excerpt(line));
        return new(to, line, json);
    }

    public Reply Ok() => Is("ok").Fields;

    /// <param name="status">A status of the protocol, or <c>refused</c>: either status of refusal, for requests that
    /// make no sense.</param>
    public Answer Is(string status)
    {
        var isRight = status == "refused" ? Status != "ok" : Status == status;
        Expect.That(isRight, $"{status} to {_to}", _line);
        return this;
    }

    private static string Excerpt(string line) => line.Length <= 160 ? line : line[..160] + "…";
}
