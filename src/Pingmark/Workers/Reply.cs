using System.Globalization;
using System.Text.Json;

namespace Pingmark.Workers;

/// <summary>A reply's fields, read with checks: a worker is not trusted to send what the protocol says.</summary>
/// <param name="fault">Makes the exception for a missing or wrong field from its description.</param>
public sealed class Reply(JsonElement json, Func<string, Exception> fault)
{
    public string Text(string field) => Get(field, JsonValueKind.String).GetString()!;

    public string? TextOrNull(string field) => Has(field) ? Text(field) : null;

    public long Number(string field)
    {
        var value = Get(field, JsonValueKind.Number);
        return value.TryGetInt64(out var whole) ? whole : throw fault($"field '{field}' is {value}, no whole number of 64 bits");
    }

    public long? NumberOrNull(string field) => Has(field) ? Number(field) : null;

    /// <summary>A number that can't be negative: a count or a duration.</summary>
    public long Count(string field) => Number(field) is var n and >= 0 ? n : throw fault($"field '{field}' is negative");

    public bool Flag(string field) => json.TryGetProperty(field, out var value) && value.ValueKind is JsonValueKind.True or JsonValueKind.False
        ? value.GetBoolean()
        : throw fault($"field '{field}' is missing or no boolean");

    public IReadOnlyList<string> Texts(string field) => Get(field, JsonValueKind.Array).EnumerateArray()
        .Select(e => e.ValueKind == JsonValueKind.String ? e.GetString()! : throw fault($"field '{field}' holds something else than strings")).ToList();

    public long[] Numbers(string field)
    {
        var array = Get(field, JsonValueKind.Array);
        var numbers = new long[array.GetArrayLength()];
        var i = 0;
        foreach (var element in array.EnumerateArray())
            numbers[i++] = element.ValueKind == JsonValueKind.Number && element.TryGetInt64(out var n) ? n : throw fault($"field '{field}' holds something else than whole numbers");
        return numbers;
    }

    public bool Has(string field) => json.TryGetProperty(field, out var value) && value.ValueKind != JsonValueKind.Null;

    /// <summary>The field as text whatever its type, for showing and comparing effective options.</summary>
    public string? Display(string field) => !Has(field) ? null : json.GetProperty(field) switch
    {
        { ValueKind: JsonValueKind.True } => "true",
        { ValueKind: JsonValueKind.False } => "false",
        { ValueKind: JsonValueKind.Number } number => number.GetDouble().ToString(CultureInfo.InvariantCulture),
        var other => other.ToString(),
    };

    private JsonElement Get(string field, JsonValueKind kind) =>
        json.TryGetProperty(field, out var value) && value.ValueKind == kind ? value : throw fault($"field '{field}' is missing or no {kind.ToString().ToLowerInvariant()}");
}
