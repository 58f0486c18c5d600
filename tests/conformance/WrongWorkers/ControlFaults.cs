using System.Diagnostics;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Pingmark.WrongWorkers;

/// <summary>Faults in what a worker says: the right worker as a child process, with its requests and replies changed on
/// their way.</summary>
internal sealed class ControlFaults(string fault)
{
    public const string Hangs = "hangs",
        Lies = "lies-in-its-counts",
        Exaggerates = "counts-x-1.02",
        DropsSlowest = "drops-the-slowest-1-percent",
        Floods = "floods-stdout",
        Garbage = "prints-garbage",
        Ignores = "ignores-unknown-options",
        SurvivesEof = "survives-eof",
        Trusts = "trusts-echoes",
        Loses = "loses-cut-answers",
        Confuses = "confuses-refusals",
        Uncorrected = "does-not-correct",
        OnTime = "is-never-late",
        HidesUnsent = "hides-unsent",
        StaysConnected = "stays-connected",
        IgnoresLostAfter = "ignores-a-run's-lost-after",
        KeepsLostAfter = "keeps-a-run's-lost-after",
        CountedOnly = "tells-only-counted-answers",
        CorruptAlways = "counts-corrupt-outside",
        StartsAtOnce = "starts-at-once",
        SpreadsBursts = "spreads-its-bursts",
        PlaysSlowly = "plays-slowly",
        TellsNone = "tells-no-send-of-its-slowest",
        Stretches = "stretches-its-slowest",
        Predates = "predates-its-slowest",
        Allocates = "allocates-for-each-window",
        Copies = "copies-what-a-library-is-to-make";

    /// <summary>Room for 200,000 times, made anew.</summary>
    private const long OfWindowBytes = 1_600_000;

    /// <summary>Of the slowest messages.</summary>
    private const string Sends = "slowest_sent_ns";

    private const long HourNs = 3_600_000_000_000;

    public static readonly string[] All =
    [
        Hangs,
        Lies,
        Exaggerates,
        DropsSlowest,
        Floods,
        Garbage,
        Ignores,
        SurvivesEof,
        Trusts,
        Loses,
        Confuses,
        Uncorrected,
        OnTime,
        HidesUnsent,
        StaysConnected,
        IgnoresLostAfter,
        KeepsLostAfter,
        CountedOnly,
        CorruptAlways,
        StartsAtOnce,
        SpreadsBursts,
        PlaysSlowly,
        TellsNone,
        Stretches,
        Predates,
        Allocates,
        Copies,
    ];

    private static readonly HashSet<string> KnownFields =
    [
        "id",
        "op",
        "protocol",
        "stack",
        "address",
        "port",
        "token",
        "plain",
        "allow_wildcard",
        "framing",
        "connections",
        "in_flight",
        "message_bytes",
        "payload",
        "lost_after_ns",
        "timeout_ns",
        "start_at_ns",
        "settle_ns",
        "duration_ns",
        "messages",
        "lap_messages",
        "slowest",
        "load",
        "rate_per_s",
        "arrivals",
        "name",
        "seed",
        "count",
        "sequence",
        "no_delay",
        "receive_buffer_bytes",
        "send_buffer_bytes",
        "congestion_control",
    ];

    /// <summary>Of an earlier run.</summary>
    private JsonNode? _lostAfter;

    private int _windows;

    /// <summary>The request that was not carried out.</summary>
    private volatile string _undone = "";

    /// <returns>The exit code of the right worker.</returns>
    public int Relay()
    {
        if (fault == Garbage)
            Console.WriteLine("Welcome to my worker!");
        using var worker = Process.Start(
            new ProcessStartInfo(Environment.ProcessPath!, [typeof(ControlFaults).Assembly.Location, WrongTcp.None])
            {
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
            }
        )!;
        new Thread(() => RelayRequests(worker.StandardInput)) { IsBackground = true }.Start();
        while (worker.StandardOutput.ReadLine() is { } line)
            foreach (var changed in Replies(line))
                Console.Out.WriteLine(changed);
        worker.WaitForExit();
        return worker.ExitCode;
    }

    private void RelayRequests(StreamWriter worker)
    {
        while (Console.In.ReadLine() is { } line)
        {
            worker.WriteLine(Request(line));
            worker.Flush();
        }
        if (fault != SurvivesEof)
            worker.Close();
    }

    /// <returns>What goes in instead of a request.</returns>
    private string Request(string line)
    {
        try
        {
            return JsonNode.Parse(line) is JsonObject request ? Changed(request).ToJsonString() : line;
        }
        catch (JsonException)
        {
            return line;
        }
    }

    private JsonObject Changed(JsonObject request) =>
        (fault, request["op"]?.ToString()) switch
        {
            (Ignores, _) => WithoutUnknownFields(request),
            (Copies, "connect") => Without(request, "payload"),
            (StartsAtOnce, "run") => Without(request, "start_at_ns"),
            (SpreadsBursts, "run") => Without(Without(request, "arrivals"), "burst"),
            (PlaysSlowly, "run") when request["gaps_ns"] is { } gaps => With(request, "gaps_ns", Slower($"{gaps}")),
            (StaysConnected, "disconnect") => Undone(request),
            (IgnoresLostAfter, "run") => WithLostAfter(request, null),
            (KeepsLostAfter, "run") => WithLostAfter(request, _lostAfter ??= request["lost_after_ns"]?.DeepClone()),
            _ => request,
        };

    private static JsonObject WithoutUnknownFields(JsonObject request) =>
        new(
            request
                .Where(field => KnownFields.Contains(field.Key))
                .Select(field => KeyValuePair.Create(field.Key, field.Value?.DeepClone()))
        );

    private JsonObject Undone(JsonObject request)
    {
        _undone = request["id"]!.ToString();
        return With(request, "op", "usage");
    }

    /// <summary>Each message a tenth later.</summary>
    private static string Slower(string gaps) =>
        string.Join(' ', gaps.Split(' ').Select(gap => $"{long.Parse(gap) * 11 / 10}"));

    private static JsonObject Without(JsonObject request, string field)
    {
        request.Remove(field);
        return request;
    }

    private static JsonObject WithLostAfter(JsonObject run, JsonNode? ns)
    {
        run.Remove("lost_after_ns");
        if (ns is not null)
            run["lost_after_ns"] = ns.DeepClone();
        return run;
    }

    /// <returns>What goes out instead of a reply.</returns>
    private IEnumerable<string> Replies(string line)
    {
        var reply = JsonNode.Parse(line)!.AsObject();
        var isResult = reply.ContainsKey("sent");
        _windows += isResult ? 1 : 0;
        if (reply.ContainsKey("pid"))
            reply["pid"] = Environment.ProcessId;
        return fault switch
        {
            // It waits for answers that are lost, so its measurement never ends.
            Hangs when isResult && Number(reply, "lost") > 0 => [],
            Lies => [WrongCounts.Times(2, reply).ToJsonString()],
            Exaggerates => [WrongCounts.Times(1.02, reply).ToJsonString()],
            DropsSlowest when isResult => [WrongCounts.WithoutSlowest(0.01, reply).ToJsonString()],
            Trusts when isResult && Number(reply, "corrupt") > 0 => [Trusting(reply).ToJsonString()],
            Loses when isResult && Number(reply, "corrupt") > 0 => [Losing(reply).ToJsonString()],
            Uncorrected when IsTimed(reply) => [NotCorrected(reply).ToJsonString()],
            OnTime when IsTimed(reply) => [NeverLate(reply).ToJsonString()],
            HidesUnsent when isResult => [With(reply, "unsent", 0).ToJsonString()],
            CountedOnly when isResult => [With(reply, "answered", Number(reply, "received")).ToJsonString()],
            CorruptAlways when isResult && Number(reply, "corrupt") > 0 => [CorruptOutside(reply).ToJsonString()],
            TellsNone when reply.ContainsKey(Sends) => [With(reply, Sends, new JsonArray()).ToJsonString()],
            Stretches when reply.ContainsKey(Sends) => [Shifted(reply, HourNs, "received").ToJsonString()],
            Predates when reply.ContainsKey(Sends) =>
            [
                Shifted(reply, -HourNs, "intended", "sent", "received").ToJsonString(),
            ],
            // Of stacks that spin nothing but the kit could.
            Allocates when reply.ContainsKey("waits") => [With(reply, "waits", "spin").ToJsonString()],
            Allocates when reply.ContainsKey("allocated_bytes") => [Allocating(reply).ToJsonString()],
            // It says that it has disconnected.
            StaysConnected when reply["id"]?.ToString() == _undone => [With(reply, "connections", 0).ToJsonString()],
            // What failed can never work, it says.
            Confuses when reply["status"]!.GetValue<string>() == "error" => [Unsupported(reply).ToJsonString()],
            Floods when isResult => Enumerable
                .Repeat("""{"event":"progress","received":1,"lost":0}""", 100_000)
                .Append(reply.ToJsonString()),
            _ => [reply.ToJsonString()],
        };
    }

    private static long Number(JsonObject reply, string field) => reply[field]!.GetValue<long>();

    /// <summary>Those of messages that are not counted, too.</summary>
    private static JsonObject CorruptOutside(JsonObject reply) =>
        With(reply, "corrupt", Number(reply, "corrupt") + Number(reply, "answered") - Number(reply, "received"));

    /// <summary>A corrupt answer is none.</summary>
    private static JsonObject Losing(JsonObject reply)
    {
        reply["received"] = Number(reply, "received") - Number(reply, "corrupt");
        reply["lost"] = Number(reply, "lost") + Number(reply, "corrupt");
        return reply;
    }

    private JsonObject Allocating(JsonObject reply) =>
        With(reply, "allocated_bytes", Number(reply, "allocated_bytes") + _windows * OfWindowBytes);

    /// <summary>The times of the first of its slowest messages, so much later.</summary>
    private static JsonObject Shifted(JsonObject reply, long byNs, params string[] times)
    {
        foreach (var time in times)
            reply[$"slowest_{time}_ns"]![0] = reply[$"slowest_{time}_ns"]![0]!.GetValue<long>() + byNs;
        return reply;
    }

    private static JsonObject Unsupported(JsonObject reply) => With(reply, "status", "unsupported");

    private static bool IsTimed(JsonObject reply) => reply.ContainsKey("uncorrected_histogram");

    /// <summary>Round trips count from the send.</summary>
    private static JsonObject NotCorrected(JsonObject reply) =>
        With(reply, "histogram", reply["uncorrected_histogram"]!.DeepClone());

    private static JsonObject NeverLate(JsonObject reply) =>
        With(reply, "send_lateness_histogram", new JsonArray(0, Number(reply, "received")));

    private static JsonObject With(JsonObject reply, string field, JsonNode value)
    {
        reply[field] = value;
        return reply;
    }

    /// <summary>Corrupt answers are round trips like all others.</summary>
    private static JsonObject Trusting(JsonObject reply)
    {
        var counts = reply["histogram"]!.AsArray();
        counts[^1] = counts[^1]!.GetValue<long>() + Number(reply, "corrupt");
        reply["corrupt"] = 0;
        return reply;
    }
}
