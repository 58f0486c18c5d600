using System.Text.Json;

namespace Pingmark.Worker.Kit;

/// <summary>
/// One request line. Every field has to be read: what is left over is an option that this worker does not know,
/// and to ignore it would falsify the measurement.
/// </summary>
public sealed class Request
{
    private readonly Dictionary<string, JsonElement> _fields;
    private readonly HashSet<string> _unread;

    private Request(long id, string op, Dictionary<string, JsonElement> fields)
    {
        (Id, Op, _fields) = (id, op, fields);
        _unread = [.. fields.Keys];
    }

    public long Id { get; }

    public string Op { get; }

    public static Request Parse(ReadOnlyMemory<byte> line)
    {
        using JsonDocument document = JsonDocument.Parse(line);
        if (document.RootElement.ValueKind != JsonValueKind.Object) throw new JsonException("not a JSON object");
        var fields = new Dictionary<string, JsonElement>();
        foreach (JsonProperty field in document.RootElement.EnumerateObject()) fields[field.Name] = field.Value.Clone();
        if (!fields.Remove("id", out JsonElement id) || id.ValueKind != JsonValueKind.Number || !id.TryGetInt64(out long number))
            throw new JsonException("no id, or one that is no integer");
        if (!fields.Remove("op", out JsonElement op) || op.ValueKind != JsonValueKind.String)
            throw new JsonException("no op, or one that is no string");
        return new Request(number, op.GetString()!, fields);
    }

    /// <summary>To be called when an operation has read what it knows, and before it does anything.</summary>
    public void RejectUnread()
    {
        if (_unread.Count > 0) throw new UnsupportedException($"{Op}: unknown field '{_unread.Order().First()}'");
    }

    public bool Has(string name) => Find(name, out _);

    public string Text(string name) => OptionalText(name) ?? throw Missing(name);

    public string? OptionalText(string name)
    {
        if (!Find(name, out JsonElement value)) return null;
        return value.ValueKind == JsonValueKind.String ? value.GetString() : throw Wrong(name, "a string");
    }

    public bool? OptionalBoolean(string name)
    {
        if (!Find(name, out JsonElement value)) return null;
        return value.ValueKind is JsonValueKind.True or JsonValueKind.False ? value.GetBoolean() : throw Wrong(name, "true or false");
    }

    public long Number(string name, long least, long most) => OptionalNumber(name, least, most) ?? throw Missing(name);

    /// <summary>A whole number. Other writers of JSON may write 1e9 for it.</summary>
    public long? OptionalNumber(string name, long least, long most)
    {
        if (!Find(name, out JsonElement value)) return null;
        if (value.ValueKind != JsonValueKind.Number || !value.TryGetDecimal(out decimal number) || number != decimal.Truncate(number))
            throw Wrong(name, "a whole number");
        return number >= least && number <= most ? (long)number : throw Wrong(name, $"{least} to {most}");
    }

    /// <summary>A 64-bit seed, which may have its highest bit set.</summary>
    public ulong Seed(string name)
    {
        if (!Find(name, out JsonElement value)) throw Missing(name);
        return value.ValueKind == JsonValueKind.Number && value.TryGetUInt64(out ulong seed) ? seed : throw Wrong(name, "an unsigned integer");
    }

    private bool Find(string name, out JsonElement value)
    {
        _unread.Remove(name);
        return _fields.TryGetValue(name, out value) && value.ValueKind != JsonValueKind.Null;
    }

    private WorkerException Missing(string name) => new($"{Op} needs '{name}'");

    private WorkerException Wrong(string name, string expected) => new($"{Op}: '{name}' has to be {expected}");
}
