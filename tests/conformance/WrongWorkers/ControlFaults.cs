using System.Diagnostics;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Pingmark.WrongWorkers;

/// <summary>Faults in what a worker says: the right worker as a child process, with its requests and replies changed on
/// their way.</summary>
internal sealed class ControlFaults(string fault)
{
    /// <summary>Room for 200,000 times, made anew for each window.</summary>
    private const long WindowBytes = 1_600_000;

    private const long HourNs = 3_600_000_000_000;

    /// <summary>The value of an earlier run.</summary>
    private JsonNode? _lostAfter;

    private int _windows;

    /// <summary>The id of the request that was not carried out.</summary>
    private volatile string _undone = "";

    /// <returns>The exit code of the right worker.</returns>
    public int Relay()
    {
        if (fault == "prints-garbage")
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
            foreach (var changed in ChangeReply(JsonNode.Parse(line)!.AsObject()))
                Console.Out.WriteLine(changed.ToJsonString());
        worker.WaitForExit();
        return worker.ExitCode;
    }

    private void RelayRequests(StreamWriter worker)
    {
        while (Console.In.ReadLine() is { } line)
        {
            worker.WriteLine(ChangeRequest(line));
            worker.Flush();
        }
        if (fault != "survives-eof")
            worker.Close();
    }

    private string ChangeRequest(string line)
    {
        try
        {
            return JsonNode.Parse(line) is JsonObject request ? ChangeRequest(request).ToJsonString() : line;
        }
        catch (JsonException)
        {
            return line;
        }
    }

    private JsonObject ChangeRequest(JsonObject request) =>
        (fault, request["op"]?.ToString()) switch
        {
            ("ignores-unknown-options", _) => Without(request, "frobnicate"),
            ("copies-what-a-library-is-to-make", "connect") => Without(request, "payload"),
            ("starts-at-once", "run") => Without(request, "start_at_ns"),
            ("spreads-its-bursts", "run") => Without(request, "arrivals", "burst"),
            ("plays-slowly", "run") when request["gaps_ns"] is { } gaps => With(request, "gaps_ns", Slow($"{gaps}")),
            ("stays-connected", "disconnect") => Undo(request),
            ("ignores-a-run's-lost-after", "run") => Without(request, "lost_after_ns"),
            ("keeps-a-run's-lost-after", "run") => KeepLostAfter(request),
            _ => request,
        };

    private JsonObject Undo(JsonObject request)
    {
        _undone = request["id"]!.ToString();
        return With(request, "op", "usage");
    }

    private JsonObject KeepLostAfter(JsonObject run)
    {
        _lostAfter ??= run["lost_after_ns"]?.DeepClone();
        return _lostAfter is null ? run : With(run, "lost_after_ns", _lostAfter.DeepClone());
    }

    /// <summary>Each message a tenth later.</summary>
    private static string Slow(string gaps) =>
        string.Join(' ', gaps.Split(' ').Select(gap => $"{long.Parse(gap) * 11 / 10}"));

    /// <returns>What goes out instead of a reply.</returns>
    private IEnumerable<JsonObject> ChangeReply(JsonObject reply)
    {
        var isResult = reply.ContainsKey("sent");
        var isTimed = reply.ContainsKey("uncorrected_histogram");
        var isCorrupt = isResult && Number(reply, "corrupt") > 0;
        _windows += isResult ? 1 : 0;
        if (reply.ContainsKey("pid"))
            reply["pid"] = Environment.ProcessId;
        return fault switch
        {
            // It waits for answers that are lost, so its measurement never ends.
            "hangs" when isResult && Number(reply, "lost") > 0 => [],
            "floods-stdout" when isResult => Enumerable
                .Repeat(new JsonObject { ["event"] = "progress" }, 100_000)
                .Append(reply),
            _ => [ChangeOne()],
        };

        JsonObject ChangeOne() =>
            fault switch
            {
                "counts-x-1.02" => WrongCounts.Times(1.02, reply),
                "drops-the-slowest-1-percent" when isResult => WrongCounts.WithoutSlowest(0.01, reply),
                "trusts-echoes" when isCorrupt => Trust(reply),
                // A corrupt answer is none.
                "loses-cut-answers" when isCorrupt => Add(
                    Add(reply, "received", -Number(reply, "corrupt")),
                    "lost",
                    Number(reply, "corrupt")
                ),
                // Those of messages that are not counted, too.
                "counts-corrupt-outside" when isCorrupt => Add(
                    reply,
                    "corrupt",
                    Number(reply, "answered") - Number(reply, "received")
                ),
                // Round trips count from the send.
                "does-not-correct" when isTimed => With(
                    reply,
                    "histogram",
                    reply["uncorrected_histogram"]!.DeepClone()
                ),
                "is-never-late" when isTimed => With(
                    reply,
                    "send_lateness_histogram",
                    new JsonArray(0, Number(reply, "received"))
                ),
                "hides-unsent" when isResult => With(reply, "unsent", 0),
                "tells-only-counted-answers" when isResult => With(reply, "answered", Number(reply, "received")),
                "predates-its-slowest" when reply.ContainsKey("slowest_sent_ns") => Predate(reply),
                // Of stacks that spin nothing but the kit could.
                "allocates-for-each-window" when reply.ContainsKey("waits") => With(reply, "waits", "spin"),
                "allocates-for-each-window" when reply.ContainsKey("allocated_bytes") => Add(
                    reply,
                    "allocated_bytes",
                    _windows * WindowBytes
                ),
                // It says that it has disconnected.
                "stays-connected" when reply["id"]?.ToString() == _undone => With(reply, "connections", 0),
                // What failed can never work, it says.
                "confuses-refusals" when $"{reply["status"]}" == "error" => With(reply, "status", "unsupported"),
                _ => reply,
            };
    }

    /// <summary>Corrupt answers are round trips like all others.</summary>
    private static JsonObject Trust(JsonObject reply)
    {
        var counts = reply["histogram"]!.AsArray();
        counts[^1] = counts[^1]!.GetValue<long>() + Number(reply, "corrupt");
        return With(reply, "corrupt", 0);
    }

    /// <summary>The times of the first of its slowest messages are an hour early.</summary>
    private static JsonObject Predate(JsonObject reply)
    {
        foreach (var time in new[] { "slowest_intended_ns", "slowest_sent_ns", "slowest_received_ns" })
            reply[time]![0] = reply[time]![0]!.GetValue<long>() - HourNs;
        return reply;
    }

    private static long Number(JsonObject reply, string field) => reply[field]!.GetValue<long>();

    private static JsonObject Add(JsonObject reply, string field, long more) =>
        With(reply, field, Number(reply, field) + more);

    private static JsonObject With(JsonObject line, string field, JsonNode value)
    {
        line[field] = value;
        return line;
    }

    private static JsonObject Without(JsonObject line, params string[] fields)
    {
        foreach (var field in fields)
            line.Remove(field);
        return line;
    }
}
