using System.Globalization;
using System.Text.Json;
using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Workers;

/// <summary>Reads a reply's fields with checks: a worker is not trusted to send what the protocol says.</summary>
/// <param name="fault">Makes the exception for a missing or wrong field from its description.</param>
public sealed class Reply(JsonElement json, Func<string, Exception> fault)
{
    /// <summary>The largest number that is read, small enough to be added up.</summary>
    private const long MaxValue = 1L << 53;

    /// <summary>The largest sum of the times of many messages, in ns; a trial adds up several of them.</summary>
    private const long MaxSumNs = BoundedLong.MaxSum / 2;

    /// <summary>The time from the request to this answer, in ns; null if unknown.</summary>
    public long? ElapsedNs { get; init; }

    /// <summary>When the request was sent, in ns of the shared clock; null if the worker has another.</summary>
    public long? SentAtNs { get; init; }

    public string Text(string field) => String(field, Get(field, JsonValueKind.String));

    public string? TextOrNull(string field) => Has(field) ? Text(field) : null;

    public long Number(string field)
    {
        var value = Get(field, JsonValueKind.Number);
        return value.TryGetInt64(out var whole)
            ? whole
            : throw fault($"field '{field}' is {value}, no whole number of 64 bits");
    }

    public long? NumberOrNull(string field) => Has(field) ? Number(field) : null;

    /// <summary>The field as a number that can't be negative: a count or a duration.</summary>
    public long Count(string field) => CheckRange(field, Number(field), MaxValue);

    public long? CountOrNull(string field) => Has(field) ? Count(field) : null;

    /// <summary>The field as the added durations of many messages, in ns; null where it is absent.</summary>
    public long? SumOrNull(string field) => Has(field) ? CheckRange(field, Number(field), MaxSumNs) : null;

    public long[] Counts(string field) =>
        Array.ConvertAll(Numbers(field), number => CheckRange(field, number, MaxValue));

    private long CheckRange(string field, long number, long largest) =>
        number < 0 ? throw fault($"field '{field}' is negative")
        : number > largest ? throw fault($"field '{field}' is {number}, more than can be")
        : number;

    public bool Flag(string field) =>
        json.TryGetProperty(field, out var value) && value.ValueKind is JsonValueKind.True or JsonValueKind.False
            ? value.GetBoolean()
            : throw fault($"field '{field}' is missing or no boolean");

    public IReadOnlyList<string> Texts(string field) =>
        Get(field, JsonValueKind.Array)
            .EnumerateArray()
            .Select(e =>
                e.ValueKind == JsonValueKind.String
                    ? String(field, e)
                    : throw fault($"field '{field}' holds something else than strings")
            )
            .ToList();

    public IReadOnlyList<string> Texts(string field, int count) =>
        Texts(field) is { } texts && texts.Count == count
            ? texts
            : throw fault($"field '{field}' has not as many texts as there are: {count}");

    public long[] Numbers(string field)
    {
        var array = Get(field, JsonValueKind.Array);
        var numbers = new long[array.GetArrayLength()];
        var i = 0;
        foreach (var element in array.EnumerateArray())
            numbers[i++] =
                element.ValueKind == JsonValueKind.Number && element.TryGetInt64(out var n)
                    ? n
                    : throw fault($"field '{field}' holds something else than whole numbers");
        return numbers;
    }

    /// <summary>The field as a histogram of times, which is sent in its sparse form.</summary>
    public Histogram Histogram(string field)
    {
        try
        {
            return Model.Histogram.FromSparse(Numbers(field));
        }
        catch (PingmarkException e)
        {
            throw fault($"field '{field}': {e.Message}");
        }
    }

    public bool Has(string field) => json.TryGetProperty(field, out var value) && value.ValueKind != JsonValueKind.Null;

    /// <summary>The field as text, whatever its type; null if absent.</summary>
    public string? Display(string field) =>
        !Has(field)
            ? null
            : json.GetProperty(field) switch
            {
                { ValueKind: JsonValueKind.True } => "true",
                { ValueKind: JsonValueKind.False } => "false",
                { ValueKind: JsonValueKind.Number } number => number.GetDouble().ToString(CultureInfo.InvariantCulture),
                { ValueKind: JsonValueKind.String } text => String(field, text),
                var other => other.GetRawText(),
            };

    private string String(string field, JsonElement value)
    {
        try
        {
            return value.GetString()!;
        }
        catch (InvalidOperationException)
        {
            throw fault($"field '{field}' is no valid Unicode text");
        }
    }

    private JsonElement Get(string field, JsonValueKind kind) =>
        json.TryGetProperty(field, out var value) && value.ValueKind == kind
            ? value
            : throw fault($"field '{field}' is missing or no {kind.ToString().ToLowerInvariant()}");
}

/// <summary>Reads a line of a worker's stdout as the reply to a request.</summary>
internal static class ReplyLine
{
    public const int MaxExcerptLength = 200;

    /// <param name="id">The request's id.</param>
    /// <param name="askedNs">When the request was sent, in ns by the controller's clock; null where it is not
    /// known.</param>
    /// <param name="sharesClock">Whether the worker is on this machine.</param>
    /// <param name="worker">The worker's name.</param>
    /// <param name="fault">Makes the exception from its description.</param>
    /// <exception cref="UnsupportedException">The worker answered <c>unsupported</c>.</exception>
    public static Reply Read(
        string line,
        int id,
        long? askedNs,
        bool sharesClock,
        string worker,
        Func<string, WorkerFault> fault
    )
    {
        var tookNs = Clock.NowNs - askedNs;
        var json = Parsed(line, fault);
        if (json.ValueKind != JsonValueKind.Object)
            throw fault($"printed no JSON object: {Excerpt(line)}");
        if (!json.TryGetProperty("status", out _))
            throw fault($"answered without a status: {Excerpt(line)}");
        var reply = new Reply(json, fault) { ElapsedNs = tookNs, SentAtNs = sharesClock ? askedNs : null };
        if (reply.NumberOrNull("id") is var answered && answered != id)
            throw fault(
                $"answered request {answered?.ToString() ?? "null"} when {id} was "
                    + $"asked: {reply.TextOrNull("reason") ?? Excerpt(line)}"
            );
        return reply.Text("status") switch
        {
            "ok" => reply,
            "unsupported" => throw new UnsupportedException(worker, reply.Text("reason")),
            "error" => throw fault(reply.Text("reason")),
            var other => throw fault($"answered with the unknown status '{Excerpt(other)}'"),
        };
    }

    public static string Excerpt(string line) =>
        line.Length <= MaxExcerptLength ? line.TrimEnd() : line[..MaxExcerptLength] + "…";

    private static JsonElement Parsed(string line, Func<string, WorkerFault> fault)
    {
        try
        {
            var json = JsonDocument.Parse(line).RootElement;
            // A name that is no Unicode is only noticed when it is read.
            if (json.ValueKind == JsonValueKind.Object)
                foreach (var field in json.EnumerateObject())
                    _ = field.Name;
            return json;
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException)
        {
            throw fault($"printed something that is no JSON to stdout: {Excerpt(line)}");
        }
    }
}
