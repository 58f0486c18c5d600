using System.Text.Json;
using Pingmark.Host;

namespace Pingmark.Workers;

/// <summary>Reads a line of a worker's stdout as the reply to a request.</summary>
internal static class ReplyLine
{
    public const int LongestExcerpt = 200;

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
        var reply = new Reply(json, fault) { TookNs = tookNs, AskedNs = sharesClock ? askedNs : null };
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
        line.Length <= LongestExcerpt ? line.TrimEnd() : line[..LongestExcerpt] + "…";

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
