using System.Globalization;
using System.Net;
using System.Text;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;

namespace Pingmark.Hostile.Tests.Workers;

/// <summary>Makes up lines for a worker's stdin: valid requests in any order, changed in a few places. None asks for
/// more than a moment of patience, for another machine, or for a file elsewhere.</summary>
/// <param name="stacks">Those of the worker.</param>
/// <param name="target">What a server that serves was asked for: stack, address, port and token.</param>
internal sealed partial class ControlLines(IReadOnlyList<string> stacks, JsonObject target, Case made)
{
    private const int MostChanges = 4,
        DeepestNesting = 200_000;

    /// <summary>What would take long, or much memory, between what does not and what is refused.</summary>
    private static readonly Dictionary<string, (double Most, double RefusedFrom)> Patience = new()
    {
        ["duration_ns"] = (2e7, 2e15),
        ["settle_ns"] = (2e7, 2e15),
        ["start_at_ns"] = (2e7, 1e17),
        ["lost_after_ns"] = (2e7, 1e13),
        ["timeout_ns"] = (5e7, 1e13),
        ["messages"] = (50, 2e15),
        ["lap_messages"] = (50, 1e10),
        ["slowest"] = (256, 2e3),
        ["connections"] = (16, 2e4),
        ["client_threads"] = (16, 2e4),
        ["count"] = (1e5, 2e8),
    };

    private static readonly string[] Rates = ["rate_per_s", "snapshot_rate_hz"];
    private const double LeastRate = 500;

    private static readonly string[] Numbers =
    [
        "1e3",
        "20.0",
        "65535",
        "65536",
        "65537",
        "4096",
        "4194304",
        "16777216",
    ];
    private const char Placeholder = '@';
    private readonly List<string> _raw = [];

    private static readonly string[] Addresses = ["127.0.0.1", "::1", "0.0.0.0", "::", "::ffff:0.0.0.0", "::%1"];

    /// <summary>Where its own server listens, when it has one.</summary>
    public long? OwnPort { get; set; }

    /// <returns>A line, which has no end within it.</returns>
    public byte[] Next()
    {
        if (made.Random.Next(5_000) == 0)
            return Encoding.UTF8.GetBytes("{\"id\":1,\"op\":" + new string('[', DeepestNesting));
        while (true)
        {
            _raw.Clear();
            var request = Request();
            var changes = made.InPercent(40) ? 0 : made.Random.Next(1, MostChanges + 1);
            for (var n = 0; n < changes; n++)
                Change(request);
            var text = Text(request);
            if (changes > 0 && made.InPercent(30))
                text = Garbled(text);
            if (!IsHarmless(text))
                continue;
            var line = Encoding.UTF8.GetBytes(text);
            if (changes > 0 && line.Length > 0 && made.InPercent(5))
                line[made.Random.Next(line.Length)] = (byte)made.Random.Next(128, 256);
            return line.AsSpan().Contains((byte)'\n') ? [] : line;
        }
    }

    private JsonObject Request()
    {
        var request = made.Random.Next(1_000) switch
        {
            < 1 => Of("stop"),
            < 3 => Of("timers"),
            < 40 => Of("hello", ("protocol", 1)),
            < 80 => Of("describe", ("stack", made.One(stacks))),
            < 160 => Listen(),
            < 330 => Connect(),
            < 760 => Run(),
            < 800 => Of("disconnect"),
            < 900 => Of("usage"),
            < 950 => Of("vector", ("name", "histogram"), ("seed", made.Random.Next()), ("count", 100)),
            _ => Of(
                "vector",
                ("name", "payload"),
                ("payload", "random"),
                ("sequence", made.Random.Next()),
                ("message_bytes", made.Random.Next(70_000)),
                ("framing", made.InPercent(50) ? "stream" : "datagram")
            ),
        };
        request["id"] = made.Random.Next(1_000_000);
        if (made.InPercent(10))
            request["role"] = made.InPercent(50) ? "server" : "client";
        return request;
    }

    private JsonObject Listen()
    {
        var request = Of("listen", ("port", 0));
        foreach (var field in new[] { "stack", "address", "token" })
            request[field] = target[field]!.DeepClone();
        Maybe(request, 40, "pair_threads", made.Random.Next(1, 3));
        Maybe(request, 10, "connected_sockets", made.InPercent(50));
        Maybe(request, 10, "no_delay", made.InPercent(50));
        Maybe(request, 10, "receive_buffer_bytes", 1 << made.Random.Next(40));
        Maybe(request, 5, "allow_wildcard", false);
        return request;
    }

    private JsonObject Connect()
    {
        var request = target.DeepClone().AsObject();
        (request["op"], request["timeout_ns"], request["lost_after_ns"]) = ("connect", 50_000_000, 20_000_000);
        if (OwnPort is { } port && made.InPercent(50))
            request["port"] = port;
        Maybe(request, 50, "connections", made.Random.Next(1, 5));
        Maybe(request, 50, "in_flight", 1 << made.Random.Next(8));
        Maybe(request, 50, "message_bytes", made.Random.Next(8, 2_000));
        Maybe(request, 20, "one_way", true);
        Maybe(request, 10, "churn", true);
        Maybe(request, 10, "payload", made.One(["zeros", "ones", "random"]));
        Maybe(request, 10, "transmission", made.One(["reliable", "unreliable"]));
        Maybe(request, 5, "client_threads", 2);
        if (made.InPercent(15))
            (request["snapshot_rate_hz"], request["snapshot_bytes"]) = (1_000, 100);
        return request;
    }

    private JsonObject Run()
    {
        var request = made.InPercent(50) ? Of("run", ("duration_ns", 1_000_000)) : Of("run", ("messages", 20));
        Maybe(request, 30, "settle_ns", 100_000);
        Maybe(request, 10, "lap_messages", 5);
        Maybe(request, 20, "slowest", 10);
        Maybe(request, 10, "start_at_ns", 0);
        switch (made.Random.Next(8))
        {
            case 0:
                (request["load"], request["rate_per_s"]) = ("fixed-rate", 10_000);
                Maybe(request, 50, "arrivals", "poisson");
                Maybe(request, 20, "burst", 2);
                Maybe(request, 50, "seed", made.Random.Next());
                break;
            case 1:
                (request["load"], request["batch"]) = ("batch", made.Random.Next(1, 20));
                break;
            case 2:
                (request["load"], request["preflood"]) = ("preflood", made.Random.Next(20));
                break;
            case 3:
                (request["load"], request["batch"]) = ("stream", made.Random.Next(1, 20));
                break;
            case 4:
                (request["load"], request["rate_per_s"]) = ("tick", 1_000);
                break;
            case 5:
                request["load"] = made.One(["closed", "churn", "write-write-read", "stream"]);
                break;
        }
        return request;
    }

    private void Maybe(JsonObject request, int percent, string field, JsonNode value)
    {
        if (made.InPercent(percent))
            request[field] = value;
    }

    private static JsonObject Of(string op, params (string Name, JsonNode Value)[] fields)
    {
        var request = new JsonObject { ["op"] = op };
        foreach (var (name, value) in fields)
            request[name] = value;
        return request;
    }

    private void Change(JsonObject request)
    {
        if (request.Count == 0)
            return;
        var (name, value) = request.GetAt(made.Random.Next(request.Count));
        switch (made.Random.Next(6))
        {
            case 0:
                request.Remove(name);
                break;
            case 1:
                request[name] = Raw(HostileJson.Values);
                break;
            case 2:
                var (other, its) = Request() is var more ? more.GetAt(made.Random.Next(more.Count)) : default;
                request[other] = its?.DeepClone();
                break;
            case 3:
                request.Remove(name);
                request[name + made.One(["", "_", "s", "\0"])] = value;
                break;
            case 4:
                request[name] = made.Random.Next(-2, 3);
                break;
            default:
                request[name] = Raw(Numbers);
                break;
        }
    }

    /// <summary>Stands for a text that may be no JSON at all, until the line is a text.</summary>
    private JsonNode Raw(IReadOnlyList<string> values)
    {
        _raw.Add(made.One(values));
        return $"{Placeholder}{_raw.Count - 1}{Placeholder}";
    }

    private string Text(JsonObject request)
    {
        var text = request.ToJsonString();
        for (var n = 0; n < _raw.Count; n++)
            text = text.Replace($"\"{Placeholder}{n}{Placeholder}\"", _raw[n], StringComparison.Ordinal);
        return text;
    }

    private string Garbled(string text)
    {
        var at = made.Random.Next(text.Length + 1);
        return made.Random.Next(5) switch
        {
            0 => text[..at],
            1 => text[at..],
            2 => text.Insert(at, made.One(HostileJson.Values).Replace('\n', ' ')),
            3 => text.Insert(
                at,
                made.One(["\\ud800", "\\u0000", "\"", "}", ",", "[", "{\"a\":", "\0", "\r", "\t", "é"])
            ),
            _ => text + text,
        };
    }

    private bool IsHarmless(string text) =>
        Field().Matches(text).All(field => IsSoon(field.Groups[1].Value, Number(field.Groups[2].Value)))
        && Texts().Matches(text).All(one => IsHere(one.Groups[1].Value))
        && (
            !text.Contains("connect\"", StringComparison.Ordinal)
            || text.Contains("timeout_ns\":", StringComparison.Ordinal)
        );

    private static bool IsSoon(string field, double value) =>
        Rates.Contains(field)
            ? value is <= 0 or >= LeastRate
            : !Patience.TryGetValue(field, out var limits) || value <= limits.Most || value >= limits.RefusedFrom;

    private static double Number(string text) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) ? number : double.NaN;

    /// <summary>Not an address of somebody else, nor another folder.</summary>
    private bool IsHere(string text) =>
        text.StartsWith('/')
            ? text == target["address"]!.GetValue<string>()
            : !IPAddress.TryParse(text, out _) || Addresses.Contains(text);

    [GeneratedRegex("\"(\\w+)\"\\s*:\\s*(-?[0-9][-+.eE0-9]*)")]
    private static partial Regex Field();

    [GeneratedRegex("\"([^\"\\\\]*)\"")]
    private static partial Regex Texts();
}
