using System.Text.Json;

namespace Pingmark.Worker.Kit;

/// <summary>A request's fields. Each that is read is ticked off; what is left over is refused, since an option that is
/// silently ignored falsifies a measurement.</summary>
public sealed class Request
{
    private readonly Dictionary<string, JsonElement> _left = new(StringComparer.Ordinal);

    private Request(long id, string op) => (Id, Op) = (id, op);

    public long Id { get; }
    public string Op { get; }

    /// <exception cref="FormatException">No JSON object, or without id and op.</exception>
    public static Request Parse(string line)
    {
        try
        {
            return Read(JsonDocument.Parse(line).RootElement);
        }
        catch (JsonException e)
        {
            throw new FormatException($"no JSON: {e.Message}");
        }
        catch (InvalidOperationException e)
        {
            // A half of a character, as \ud800 is.
            throw new FormatException($"no text: {e.Message}");
        }
    }

    private static Request Read(JsonElement json)
    {
        if (json.ValueKind != JsonValueKind.Object)
            throw new FormatException("no JSON object");
        if (
            !json.TryGetProperty("id", out var id)
            || id.ValueKind != JsonValueKind.Number
            || !id.TryGetInt64(out var number)
        )
            throw new FormatException("no integer id");
        if (!json.TryGetProperty("op", out var op) || op.ValueKind != JsonValueKind.String)
            throw new FormatException("no op");
        var request = new Request(number, op.GetString()!);
        foreach (var field in json.EnumerateObject().Where(f => f.Name is not ("id" or "op")))
            request._left[field.Name] = field.Value;
        return request;
    }

    public bool Has(string name) => _left.ContainsKey(name);

    public string Text(string name, string? absent = null) =>
        Take(name) is not { } value ? absent ?? throw Missing(name)
        : value.ValueKind == JsonValueKind.String ? value.GetString()!
        : throw Wrong(name, "a string");

    public long Integer(string name, long? absent = null) =>
        Take(name) is not { } value ? absent ?? throw Missing(name)
        : value.ValueKind == JsonValueKind.Number && value.TryGetInt64(out var number) ? number
        : throw Wrong(name, "an integer");

    /// <exception cref="UnsupportedException">It is outside the limits.</exception>
    public long Within(string name, long least, long most) =>
        Integer(name) is var value && value >= least && value <= most
            ? value
            : throw new UnsupportedException($"{name} {value}: {least} to {most}");

    /// <summary>How long something may take.</summary>
    public long Nanoseconds(string name, long absent) => Has(name) ? Within(name, 1, Constants.MaxLostAfterNs) : absent;

    public bool Flag(string name, bool absent) =>
        Take(name) is not { } value
            ? absent
            : value.ValueKind switch
            {
                JsonValueKind.True => true,
                JsonValueKind.False => false,
                _ => throw Wrong(name, "true or false"),
            };

    /// <exception cref="UnsupportedException">A field that nobody asked for.</exception>
    public void RefuseTheRest()
    {
        if (_left.Count > 0)
            throw new UnsupportedException($"unknown field {string.Join(", ", _left.Keys)} in {Op}");
    }

    private JsonElement? Take(string name) => _left.Remove(name, out var value) ? value : null;

    private WorkerException Missing(string name) => new($"{Op} needs {name}");

    private static WorkerException Wrong(string name, string kind) => new($"{name} must be {kind}");
}
