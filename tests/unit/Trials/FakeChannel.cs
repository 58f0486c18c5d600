using System.Text.Json;
using System.Text.Json.Nodes;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Trials;
using Pingmark.Workers;

namespace Pingmark.Tests.Trials;

/// <summary>A worker that answers at once, by its stack's script. A client's answers are counted by the server that it
/// is connected to.</summary>
internal sealed class FakeChannel(FakeMachine machine, FakeStack stack, string role, int start) : IWorkerChannel
{
    private readonly Dictionary<string, int> _runs = [];
    private string _lastKind = "";
    private FakeChannel? _server;
    private string _token = "";
    private long _nowNs = 1_000_000_000;
    private int _inFlight;
    private long _lostAfterNs;
    private int _snapshotsPerS;
    private long _messages;
    private long _snapshots;

    public FakeStack Stack => stack;
    public string Role => role;
    public string Name => $"{stack.Id} {role}";
    public int Pid => Where.IsHere ? start : 0;
    public WorkerHost Where => stack.Places.GetValueOrDefault(role, WorkerHost.Here);

    public long? CpuNs() => Where.IsHere ? _messages * 3000 + stack.BackgroundCpuNs(role) : null;

    public IReadOnlyDictionary<int, ThreadTime> Threads(IReadOnlyDictionary<int, ThreadTime>? known = null) =>
        Where.IsHere ? stack.ThreadsOf(role) : new Dictionary<int, ThreadTime>();

    public long ControllerCpuNs() => stack.ControllerCpuNs;

    /// <summary>Nobody disturbs it.</summary>
    public MachineUsage MachineUsage() => new(new(0, 0, 0), 0, TimeSpan.Zero);

    public bool IsFrozen { get; private set; }
    public bool HasEnded { get; private set; }

    public WorkerFault Fault(string phase, string problem) => new(Name, phase, problem, []);

    public Task<Reply> CallAsync(string op, JsonObject fields, TimeSpan deadline, CancellationToken cancel)
    {
        try
        {
            cancel.ThrowIfCancellationRequested();
            if (IsFrozen || HasEnded || deadline <= TimeSpan.Zero)
                throw new InvalidOperationException(
                    $"{Name} was asked to {op} while frozen ({IsFrozen}), after its end ({HasEnded}) or "
                        + $"without time ({deadline})"
                );
            var kind = op == "run" ? KindOf(fields) : op;
            machine.Note(this, fields["role"] is { } meant ? $"{kind} of {meant}" : kind);
            var askedNs = _nowNs;
            var reply = Answer(kind, fields);
            stack.Distort(role, fields["role"] is { } asked ? $"{kind} of {asked}" : kind, reply);
            if (op == "run" && (int?)fields["slowest"] is { } slowest)
                AddSlowest(reply, slowest);
            return Task.FromResult(
                new Reply(JsonSerializer.SerializeToElement(reply), problem => Fault(kind, problem))
                {
                    SentAtNs = Where.IsHere ? askedNs : null,
                    ElapsedNs = _nowNs - askedNs,
                }
            );
        }
        catch (FakeError e)
        {
            return Task.FromException<Reply>(Fault(op, e.Message));
        }
        catch (FakeUnsupported e)
        {
            return Task.FromException<Reply>(new UnsupportedException(Name, e.Message));
        }
        catch (Exception e)
        {
            return Task.FromException<Reply>(e);
        }
    }

    private string KindOf(JsonObject fields) =>
        (long)fields["settle_ns"]! switch
        {
            // A warm-up tells only its slowest message.
            0 when (int?)fields["slowest"] > 1 => "unbroken",
            0 => "warm-up",
            WarmUp.SettleNs
                when (long?)fields["duration_ns"] + WarmUp.SettleNs is WarmUp.WindowNs or WarmUp.LongWindowNs =>
                "warm-up",
            20_000_000 => "unbroken",
            BlockSettings.PartSettleNs when (long?)fields["duration_ns"] >= WarmUp.WindowNs => "unbroken",
            // The first of a row of slices.
            _ when _lastKind is "warm-up" => "rehearsal",
            _ => "slice",
        };

    private JsonObject Answer(string kind, JsonObject fields) =>
        kind switch
        {
            "hello" => new()
            {
                ["protocol"] = 1,
                ["worker"] = stack.Id,
                ["runtime"] = "fake 1.0",
                ["libraries"] = new JsonArray(),
                ["pid"] = Pid,
                ["cpus"] = new JsonArray(0),
                ["gc"] = stack.Gc,
                ["compiler_threads"] = stack.CompilerThreads is { } threads ? Texts(threads) : null,
                ["stacks"] = new JsonArray(stack.Id),
                ["histogram_layout"] = "log-linear/1024",
            },
            "describe" => new()
            {
                ["about"] = "",
                ["transport"] = stack.Transport,
                ["waits"] = stack.IsSpinning ? "spin" : "block",
                ["threading"] = "one thread",
                ["max_message_bytes"] = 65_536,
                ["max_connections"] = 1000,
                ["socket_options"] = new JsonArray("no_delay"),
                ["reliable"] = stack.Transport == "tcp",
                ["unreliable"] = stack.Transport != "tcp",
                ["sends_unasked"] = stack.CanSendUnasked,
                ["pair_threads"] = new JsonArray([.. stack.PairThreads.Select(threads => (JsonNode)threads)]),
                ["loads"] = Texts(stack.Loads),
                ["options"] = OfOptions(0),
                ["option_values"] = OfOptions(1),
                ["option_defaults"] = OfOptions(2),
                ["option_roles"] = OfOptions(3),
                ["option_abouts"] = OfOptions(4),
            },
            "listen" => Listen(fields),
            "connect" => Connect(fields),
            "disconnect" => Disconnect((string?)fields["role"] ?? role),
            "usage" or "stop" => Usage(),
            _ => Measure(kind, fields),
        };

    private JsonArray OfOptions(int part) => Texts(stack.Options.Select(option => option[part]));

    private static JsonArray Texts(IEnumerable<string> texts) => new([.. texts.Select(text => (JsonNode)text)]);

    /// <summary>The stack's options that it was asked for, as they are in effect.</summary>
    private JsonObject WithOptions(JsonObject reply, JsonObject asked)
    {
        foreach (var option in stack.Options)
            if (asked[option[0]] is { } value)
                reply[option[0]] = value.DeepClone();
        return reply;
    }

    private JsonObject Listen(JsonObject fields)
    {
        _token = (string)fields["token"]!;
        machine.Listens.Add((JsonObject)fields.DeepClone());
        return WithOptions(
            new()
            {
                ["address"] = (string)fields["address"]!,
                ["port"] = machine.Listening(this),
                ["no_delay"] = fields["no_delay"]?.DeepClone() ?? true,
                ["certificate"] = stack.Certificate,
            },
            fields
        );
    }

    private JsonObject Connect(JsonObject fields)
    {
        if (_server is not null)
            throw new FakeError("this worker is connected already");
        if ((string?)fields["certificate"] is var expected && expected != stack.Certificate)
            throw new FakeError($"the server shows {stack.Certificate}, expected {expected}");
        _server = machine.ServerAt((int)fields["port"]!);
        if (_server._token != ((string?)fields["token"] ?? ""))
            throw new FakeError("wrong token");
        machine.Connects.Add((JsonObject)fields.DeepClone());
        _inFlight = (int)fields["connections"]! * (int)fields["in_flight"]!;
        _lostAfterNs = (long?)fields["lost_after_ns"] ?? 1_000_000_000;
        _snapshotsPerS = (int)fields["connections"]! * ((int?)fields["snapshot_rate_hz"] ?? 0);
        return WithOptions(
            new()
            {
                ["connections"] = (int)fields["connections"]!,
                ["connect_histogram"] = new JsonArray(),
                ["no_delay"] = fields["no_delay"]?.DeepClone() ?? true,
            },
            fields
        );
    }

    private JsonObject Disconnect(string ofRole)
    {
        if (ofRole == "server")
            return new() { ["connections"] = 0 };
        _server = _server is null ? throw new FakeError("disconnect needs a connect before") : null;
        return [];
    }

    private JsonObject Measure(string kind, JsonObject fields)
    {
        _lastKind = kind;
        _runs[kind] = _runs.GetValueOrDefault(kind) + 1;
        var run = new FakeRun(kind, _runs[kind], start);
        machine.NoteMeasurement(_server!, kind);
        machine.Runs.Add((JsonObject)fields.DeepClone());
        _server!.Stack.Before?.Invoke(run);
        var ratePerS = (int?)fields["rate_per_s"] ?? _server.Stack.RatePerS(run);
        var received = (long?)fields["messages"] ?? (long)(ratePerS * (long)fields["duration_ns"]! / 1e9);
        var lengthNs = (long?)fields["duration_ns"] ?? (long)(received / ratePerS * 1e9);
        if (_server.Stack.ResponseNs is { } responseNs)
            return Await(responseNs, fields);
        var isTimed = (string?)fields["load"] is "fixed-rate" or "tick";
        var rttNs =
            isTimed ? _server.Stack.RttNs(run)
            : ratePerS > 0 ? (long)(_inFlight * 1e9 / ratePerS)
            : 0;
        var from = Math.Max((long?)fields["start_at_ns"] ?? 0, _nowNs) + (long)fields["settle_ns"]!;
        _nowNs = from + lengthNs;
        _messages += received;
        if (_server != this)
            _server._messages += received;
        var laps = (int?)fields["lap_messages"] is { } lap
            ? Enumerable.Repeat((long)(lap / ratePerS * 1e9), (int)(received / lap))
            : [];
        var reply = new JsonObject
        {
            ["laps_ns"] = new JsonArray([.. laps.Select(ns => (JsonNode)ns)]),
            ["from_ns"] = from,
            ["to_ns"] = _nowNs,
            ["sent"] = received,
            ["received"] = received,
            ["answered"] = received,
            ["lost"] = 0,
            ["corrupt"] = 0,
            ["late"] = 0,
            ["duplicated"] = 0,
            ["reordered"] = 0,
            ["silent_connections"] = 0,
            ["rtt_max_ns"] = rttNs,
            ["rtt_sum_ns"] = received * rttNs,
            ["histogram"] = Counts(rttNs, received),
        };
        if (isTimed)
        {
            reply["unsent"] = 0;
            reply["uncorrected_histogram"] = Counts(rttNs / 2, received);
            reply["send_lateness_histogram"] = Counts(rttNs / 10, received);
        }
        if (_snapshotsPerS > 0)
            AddSnapshots(reply, (long)(_snapshotsPerS * (lengthNs / 1e9)));
        return reply;
    }

    /// <summary>A closed loop, each of whose answers takes a time; for as long as the client waits for them.</summary>
    private JsonObject Await(long responseNs, JsonObject fields)
    {
        var lostAfterNs = (long?)fields["lost_after_ns"] ?? _lostAfterNs;
        var cycleNs = Math.Min(responseNs, lostAfterNs);
        var settleNs = (long)fields["settle_ns"]!;
        var durationNs = (long?)fields["duration_ns"];
        var sent =
            (long?)fields["messages"] ?? _inFlight * (SentUntil(settleNs + durationNs!.Value) - SentUntil(settleNs));
        var fromNs = _nowNs + settleNs;
        var toNs = fromNs + (durationNs ?? (sent + _inFlight - 1) / _inFlight * cycleNs);
        // The load goes on while the last messages are awaited, and what it sends then is awaited, too.
        _nowNs = toNs + (durationNs is null ? 1 : 2) * cycleNs;
        machine.NowNs = _nowNs;
        var received = responseNs <= lostAfterNs ? sent : 0;
        _messages += received;
        return new()
        {
            ["laps_ns"] = new JsonArray(),
            ["from_ns"] = fromNs,
            ["to_ns"] = toNs,
            ["sent"] = sent,
            ["received"] = received,
            ["answered"] = received,
            ["lost"] = sent - received,
            ["corrupt"] = 0,
            ["late"] = 0,
            ["duplicated"] = 0,
            ["reordered"] = 0,
            ["silent_connections"] = 0,
            ["rtt_max_ns"] = received > 0 ? responseNs : null,
            ["rtt_sum_ns"] = received * responseNs,
            ["histogram"] = Counts(responseNs, received),
        };

        long SentUntil(long ns) => (ns + cycleNs - 1) / cycleNs;
    }

    /// <summary>Those with which the histogram ends, all sent when the window began.</summary>
    private static void AddSlowest(JsonObject reply, int asked)
    {
        var sparse = reply["histogram"]!.AsArray().Select(Number).ToArray();
        if (!Histogram.IsSparse(sparse) || reply.ContainsKey("slowest_connections"))
            return;
        var rtts = new List<long>();
        for (var at = sparse.Length - 2; at >= 0 && rtts.Count < asked; at -= 2)
            rtts.AddRange(
                Enumerable.Repeat(
                    rtts.Count == 0 ? Number(reply["rtt_max_ns"]) : (long)Histogram.MidpointNs((int)sparse[at]),
                    (int)Math.Min(asked - rtts.Count, sparse[at + 1])
                )
            );
        var fromNs = Number(reply["from_ns"]);
        reply["slowest_connections"] = Numbers(rtts.Select(_ => 0L));
        reply["slowest_intended_ns"] = Numbers(rtts.Select(_ => fromNs));
        reply["slowest_sent_ns"] = Numbers(rtts.Select(_ => fromNs));
        reply["slowest_received_ns"] = Numbers(rtts.Select(ns => fromNs + ns));
    }

    private static long Number(JsonNode? node) => node is null ? 0 : long.Parse(node.ToJsonString());

    private static JsonArray Numbers(IEnumerable<long> numbers) => new([.. numbers.Select(n => (JsonNode)n)]);

    private void AddSnapshots(JsonObject reply, long received)
    {
        _server!._snapshots += received;
        (reply["snapshots"], reply["snapshots_received"], reply["snapshots_lost"]) = (received, received, 0);
        reply["snapshot_lateness_histogram"] = Counts(5_000, received);
        reply["snapshot_skew_histogram"] = Counts(1_000, received);
    }

    private static JsonArray Counts(long ns, long count) =>
        count == 0 ? [] : new JsonArray(Histogram.IndexOf(ns), count);

    private JsonObject Usage() =>
        new()
        {
            ["messages"] = _messages,
            ["snapshots"] = _snapshots,
            ["connections"] = 1,
            ["bad_frames"] = 0,
            ["rejected"] = 0,
            ["now_ns"] = Clock.NowNs + stack.ClockAheadNs(start),
            ["cpu_user_ns"] = _messages * 1000 + stack.BackgroundCpuNs(role),
            ["cpu_system_ns"] = _messages * 2000,
            ["voluntary_switches"] = _messages,
            ["involuntary_switches"] = 0,
            ["peak_rss_bytes"] = 1 << 20,
            ["gc_count"] = null,
            ["gc_pause_ns"] = null,
            ["allocated_bytes"] = null,
        };

    public Task<string?> DescribeEndAsync() => Task.FromResult(HasEnded ? "ended" : null);

    public Task WaitForEndAsync(CancellationToken cancel) => Task.Delay(Timeout.InfiniteTimeSpan, cancel);

    public void Freeze()
    {
        machine.Note(this, "freeze");
        IsFrozen = true;
    }

    public void Thaw() => IsFrozen = false;

    public ValueTask DisposeAsync()
    {
        if (!HasEnded)
            machine.Note(this, "end");
        HasEnded = true;
        return ValueTask.CompletedTask;
    }
}
