using System.Text.Json.Nodes;
using Pingmark.Formatting;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Workers;

/// <summary>The requests of the worker protocol as methods (docs/protocol.md). All durations are in
/// nanoseconds.</summary>
public sealed class Worker(IWorkerChannel channel) : IAsyncDisposable
{
    public const int ProtocolVersion = 1;
    public const string HistogramLayout = "log-linear/1024";

    /// <summary>The deadline of requests that need no waiting. It is generous, since a JIT compiler and two busy cores
    /// may be in the way, and longer where there is less than one core.</summary>
    private static readonly TimeSpan ReplyDeadline = TimeSpan.FromSeconds(4 * CpuQuota.OfThisProcess.DeadlineFactor);

    /// <summary>The deadline of the first answers: meanwhile a runtime starts, and tens of them may at once.</summary>
    private static readonly TimeSpan FirstReplyDeadline = 4 * ReplyDeadline;

    /// <summary>The scenario that the client was connected for; each of its runs has its load.</summary>
    private Scenario _load = new();

    private int _arrivalsSeed;

    /// <summary>The options of the stack that was described.</summary>
    private IReadOnlyList<StackOption> _options = [];

    /// <summary>When the last window ended, in ns by the worker's clock.</summary>
    private long _countedUntilNs = long.MinValue;

    /// <summary>The two roles of a process that plays both, each as a worker of its own.</summary>
    public (Worker Server, Worker Client) BothRoles()
    {
        var turn = new SemaphoreSlim(1, 1);
        return (
            new(new RoleChannel(channel, RoleChannel.Server, turn)) { _options = _options },
            new(new RoleChannel(channel, RoleChannel.Client, turn)) { _options = _options }
        );
    }

    public string Name => channel.Name;
    public int Pid => channel.Pid;
    public WorkerHost Where => channel.Where;

    /// <summary>The CPU time of all threads of the process so far, in ns; null where it is not on this machine, or has
    /// ended.</summary>
    public long? CpuNs() => channel.CpuNs();

    /// <summary>The time that each thread has used so far, by its id; empty where the process is not on this machine,
    /// or has ended.</summary>
    /// <param name="known">An earlier reading, of which the threads' names are taken.</param>
    public IReadOnlyDictionary<int, ThreadTime> Threads(IReadOnlyDictionary<int, ThreadTime>? known = null) =>
        channel.Threads(known);

    public long ControllerCpuNs() => channel.ControllerCpuNs();

    public MachineUsage MachineUsage() => channel.MachineUsage();

    public WorkerFault Fault(string phase, string problem) => channel.Fault(phase, problem);

    public async Task<HelloReply> HelloAsync(CancellationToken cancel)
    {
        var reply = await channel.CallAsync(
            "hello",
            new() { ["protocol"] = ProtocolVersion },
            FirstReplyDeadline,
            cancel
        );
        return HelloReply.Read(reply, problem => channel.Fault("hello", problem));
    }

    public async Task<StackDescription> DescribeAsync(string stack, CancellationToken cancel)
    {
        var reply = await channel.CallAsync("describe", new() { ["stack"] = stack }, FirstReplyDeadline, cancel);
        var description = StackDescription.Read(stack, reply);
        _options = description.Options;
        return description;
    }

    private IReadOnlyList<StackOption> OptionsOf(string side) => _options.Where(option => option.IsOf(side)).ToList();

    public async Task<ListenReply> ListenAsync(
        string stack,
        string address,
        int port,
        string? token,
        bool allowWildcard,
        Scenario scenario,
        CancellationToken cancel
    )
    {
        var fields = new JsonObject
        {
            ["stack"] = stack,
            ["address"] = address,
            ["port"] = port,
            ["allow_wildcard"] = allowWildcard,
        };
        AddToken(fields, token);
        RequestOptions.Add(fields, Request.Listen, scenario, OptionsOf(StackOptions.Server));
        var reply = await channel.CallAsync("listen", fields, ReplyDeadline, cancel);
        return ListenReply.Read(
            reply,
            address,
            port,
            Effective(reply, Request.Listen, scenario, OptionsOf(StackOptions.Server)),
            problem => channel.Fault("listen", problem)
        );
    }

    /// <summary>Changes the load that the next runs ask for, in what a connection is not told.</summary>
    public void SetLoad(Scenario load, int arrivalsSeed) => (_load, _arrivalsSeed) = (load, arrivalsSeed);

    public async Task<ConnectReply> ConnectAsync(string stack, ConnectRequest request, CancellationToken cancel)
    {
        var scenario = _load = request.Scenario;
        _arrivalsSeed = request.ArrivalsSeed;
        var fields = new JsonObject
        {
            ["stack"] = stack,
            ["address"] = request.Server.Host,
            ["port"] = request.Server.Port,
            ["timeout_ns"] = request.TimeoutNs,
        };
        AddToken(fields, request.Token);
        if (request.Framing is { } framing)
            fields["framing"] = framing;
        if (request.Server.Certificate is { } certificate)
            fields["certificate"] = certificate;
        foreach (var (name, value) in request.Question ?? [])
            fields[name] = value?.DeepClone();
        RequestOptions.Add(fields, Request.Connect, scenario, OptionsOf(StackOptions.Client));
        var reply = await channel.CallAsync("connect", fields, ReplyDeadline + Duration(request.TimeoutNs), cancel);
        return ConnectReply.Read(
            reply,
            scenario.Connections,
            Effective(reply, Request.Connect, scenario, OptionsOf(StackOptions.Client)),
            problem => channel.Fault("connect", problem)
        );
    }

    /// <summary>Has a client that is connected measure once.</summary>
    public async Task<Measurement> RunAsync(RunRequest run, CancellationToken cancel)
    {
        var fields = new JsonObject { ["settle_ns"] = run.SettleNs };
        if (run.StartAtNs is { } startAt)
            fields["start_at_ns"] = startAt;
        if (run.DurationNs is { } duration)
            fields["duration_ns"] = duration;
        if (run.Messages is { } messages)
            fields["messages"] = messages;
        if (run.LapMessages is { } laps)
            fields[ScenarioKeys.LapMessages.Name] = laps;
        if (run.LostAfterNs is { } lostAfter)
            fields["lost_after_ns"] = lostAfter;
        if (run.Slowest is { } slowest)
            fields["slowest"] = slowest;
        RequestOptions.Add(fields, Request.Run, _load);
        if (_load is { RatePerS: not null, Replay: null })
            fields["seed"] = _arrivalsSeed;
        var reply = await channel.CallAsync("run", fields, ReplyDeadline + Duration(run.DeadlineNs), cancel);
        var measured = MeasurementReply.Read(
            reply,
            withLaps: run.LapMessages is not null,
            problem => channel.Fault("run", problem),
            new(run, _load)
        );
        if (measured.FromNs < _countedUntilNs)
            throw channel.Fault(
                "run",
                $"counted from {measured.FromNs} ns on, and the window before, which it had answered, up to "
                    + $"{_countedUntilNs} ns"
            );
        _countedUntilNs = measured.ToNs;
        return measured;
    }

    /// <summary>Ends connections. A client ends its own and can connect anew; a server forgets its peers, ends what is
    /// left of their connections, and goes on listening.</summary>
    public async Task DisconnectAsync(CancellationToken cancel)
    {
        var reply = await channel.CallAsync("disconnect", [], ReplyDeadline, cancel);
        if (reply.Has("connections") && reply.Count("connections") is > 0 and var left)
            throw channel.Fault("disconnect", $"{left} connections are still up");
    }

    public async Task<Usage> UsageAsync(CancellationToken cancel) =>
        UsageReply.Read(await channel.CallAsync("usage", [], ReplyDeadline, cancel)) with
        {
            Threads = channel.Threads(),
        };

    /// <summary>What the worker has used, and how far its clock is from this machine's.</summary>
    /// <exception cref="UnsupportedException">The worker does not tell its clock.</exception>
    public async Task<(Usage Usage, ClockReading Clock)> UsageAndClockAsync(CancellationToken cancel)
    {
        var askedNs = Clock.NowNs;
        var reply = await channel.CallAsync("usage", [], ReplyDeadline, cancel);
        var tookNs = Clock.NowNs - askedNs;
        var nowNs =
            reply.NumberOrNull("now_ns")
            ?? throw new UnsupportedException(Name, "it tells no clock (now_ns), by which several clients begin");
        if (Where.IsHere && (nowNs < askedNs || nowNs > askedNs + tookNs))
            throw channel.Fault(
                "usage",
                $"tells {nowNs} ns by the clock of this machine, by which it was asked at {askedNs} ns, and answered "
                    + $"at {askedNs + tookNs} ns"
            );
        return (
            UsageReply.Read(reply) with
            {
                Threads = channel.Threads(),
            },
            new(nowNs - askedNs - tookNs / 2, tookNs / 2)
        );
    }

    /// <summary>Has the worker read each clock of its runtime for a moment.</summary>
    public async Task<IReadOnlyList<TimerReading>> TimersAsync(CancellationToken cancel) =>
        TimerReply.Read(
            await channel.CallAsync("timers", [], ReplyDeadline, cancel),
            problem => channel.Fault("timers", problem)
        );

    public async Task<Usage> StopAsync(CancellationToken cancel) =>
        UsageReply.Read(await channel.CallAsync("stop", [], ReplyDeadline, cancel));

    /// <summary>Sends any request, for conformance cases and vectors.</summary>
    public Task<Reply> CallAsync(string op, JsonObject fields, CancellationToken cancel) =>
        channel.CallAsync(op, fields, ReplyDeadline, cancel);

    public Task<string?> DescribeEndAsync() => channel.DescribeEndAsync();

    public Task WaitForEndAsync(CancellationToken cancel) => channel.WaitForEndAsync(cancel);

    public void Freeze() => channel.Freeze();

    public void Thaw() => channel.Thaw();

    public ValueTask DisposeAsync() => channel.DisposeAsync();

    private static void AddToken(JsonObject fields, string? token)
    {
        if (token is null)
            fields["plain"] = true;
        else
            fields["token"] = token;
    }

    private static TimeSpan Duration(long ns) => TimeSpan.FromMicroseconds(ns / 1000.0);

    private Dictionary<string, string> Effective(
        Reply reply,
        Request request,
        Scenario scenario,
        IReadOnlyList<StackOption> options
    ) => RequestOptions.Effective(reply, request, scenario, options, problem => channel.Fault(request.Word(), problem));
}
