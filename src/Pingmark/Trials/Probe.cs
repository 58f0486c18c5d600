using System.Globalization;
using System.Text.Json.Nodes;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>What a probe is about to measure.</summary>
/// <param name="RoundTripNs">How long an answer takes.</param>
/// <param name="LengthNs">How long it measures, if answers go on taking so long.</param>
/// <param name="MaxNs">How long it measures at most.</param>
/// <param name="IsLengthened">Whether the usual time would be too short for a median.</param>
/// <param name="IsInParts">Whether an early end keeps the parts that were measured.</param>
public sealed record ProbeForecast(double RoundTripNs, long LengthNs, long MaxNs, bool IsLengthened, bool IsInParts);

/// <summary>A server that is not ours.</summary>
/// <param name="Transport">What a client must speak.</param>
/// <param name="Framing">How messages of a stream are framed, <c>length-le</c> or <c>none</c>; null where they are
/// datagrams or requests.</param>
public sealed record ProbedServer(ServerAddress Address, string Transport, string? Framing)
{
    /// <summary>What the client's stack is told to ask it; null where it echoes.</summary>
    public JsonObject? Question { get; init; }

    internal bool IsStream => Transport != "udp";

    /// <summary>What may be wrong where it never answers.</summary>
    internal string SilenceHint =>
        Question is not null ? ": does it speak what is asked of it at this port?"
        : IsStream ? ": is it an echo server, and is --framing right?"
        : ": is it an echo server? One with several addresses may answer from another one";
}

/// <summary>Measures a server that is not ours in one continuous window; only its answers are known.</summary>
/// <param name="tell">Called after the warm-up, before anything is counted.</param>
/// <param name="tellWait">Called where no answer has come after <see cref="SilenceToldAfterNs"/>, with the longest time
/// that is waited for one.</param>
public sealed class Probe(IWorkerStarter starter, Action<ProbeForecast>? tell = null, Action<long>? tellWait = null)
{
    /// <summary>Whether a server was there: it accepted a connection, or, by datagrams or through a network, it
    /// answered.</summary>
    public bool IsReached { get; private set; }

    /// <summary>How the server ended the connections before the measured time was over; null where it did
    /// not.</summary>
    public string? EndedEarlyBy { get; private set; }

    public const long UsualDurationNs = 5_000_000_000;

    public const long SilenceToldAfterNs = PatientContact.SilenceToldAfterNs;

    private const long ConnectTimeoutNs = 3_000_000_000;
    private const long SettleNs = 20_000_000;

    /// <summary>A longer closed loop is measured in parts, so that Ctrl-C keeps the figures up to then. Arrivals at a
    /// rate are one schedule.</summary>
    private const long MaxUnsplitNs = 1_000_000_000;
    private const long PartNs = 500_000_000;

    /// <summary>The round trips that fit into a part at least. Of fewer too many are at its edges, and parts have a
    /// number of messages.</summary>
    private const int MinRoundTripsPerPart = 10;

    /// <summary>The round trips of a part of slow messages: behind each part there is one that does not
    /// count.</summary>
    private const int MinRoundTripsOfSlowPart = 5;

    /// <summary>The share of a round trip by which its estimate may be wrong.</summary>
    private const double AllowedDifference = 0.05;

    /// <summary>How many times as slow as in the warm-up answers may become before a probe gives up on a
    /// median.</summary>
    private const int MaxFactorOfExpected = 2;

    /// <summary>The time at a rate, relative to that in which enough messages are due.</summary>
    private const double MarginAtRate = 1.25;

    private static readonly long MedianAnswers = Histogram.MinValuesFor(0.5);

    /// <summary>How long the current part may still take after Ctrl-C.</summary>
    private static readonly TimeSpan MaxTimeAfterCancel = TimeSpan.FromSeconds(1.7);

    /// <summary>In a worker's error when its peer has ended connections, or speaks another protocol.</summary>
    private const string ConnectionsEnded = "connections ended: ";

    /// <summary>In a worker's error of a connect without a local address: EADDRNOTAVAIL.</summary>
    private const string NoLocalPort = "Cannot assign requested address";

    /// <summary>Always the same, so that repeated probes can be compared.</summary>
    private const int ArrivalsSeed = 1;

    /// <summary>Measures a server.</summary>
    /// <param name="durationNs">The counted time; null for the usual one, or a longer one where answers are
    /// slow.</param>
    /// <param name="network">The network before the server.</param>
    /// <returns>The trial; where <paramref name="cancel"/> ended it, the trial is of what had been counted by
    /// then.</returns>
    /// <exception cref="WorkerFault">The server can't be reached, closed the connection, or answered
    /// nothing.</exception>
    /// <exception cref="OperationCanceledException">Nothing had been counted.</exception>
    public async Task<TrialRecord> MeasureAsync(
        Cell cell,
        ProbedServer server,
        long? durationNs,
        NetworkPath network,
        CancellationToken cancel
    )
    {
        await using var client = await ClientGroup.StartAsync(starter, cell, cpus: null, cancel);
        if (client.Stack.Transport != server.Transport)
            throw new BadInputException(
                $"client {cell.Client} speaks {client.Stack.Transport}, which {cell.Stack} does not; "
                    + "choose another --client"
            );
        IsReached = false;
        try
        {
            network.Shape(cell.Scenario, ArrivalsSeed, client);
            await client.ConnectAsync(
                new(cell.Scenario, network.ToServer(server.Address, client), Token: null, ConnectTimeoutNs)
                {
                    Framing = server.Framing,
                    Question = server.Question,
                    ArrivalsSeed = ArrivalsSeed,
                },
                cancel
            );
        }
        catch (UnsupportedException e)
        {
            throw new BadInputException(e.Message);
        }
        catch (WorkerFault fault) when (FindPortShortage(fault, LocalPorts.Read(), cell.Scenario) is { } shortage)
        {
            throw client.Fault("connect", fault.Problem + shortage);
        }
        IsReached = server.IsStream && !network.IsRandom;
        var pair = new Pair(server: null, client)
        {
            Network = network,
            SilenceHint = server.SilenceHint,
            FirstContact = new PatientContact(tellWait),
        };
        var (warmUp, window) = await MeasureAsync(pair, durationNs, cancel);
        // A client whose last part was cut ends with its process.
        if (window.Client is not null)
            await pair.StopAsync(CancellationToken.None);
        return pair.Describe(
            new()
            {
                Round = 1,
                Block = 1,
                Cell = cell.Id,
                Status = CellStatus.Ok,
                WarmUp = warmUp,
                ArrivalsSeed = cell.Scenario.RatePerS is null ? null : ArrivalsSeed,
                Unbroken = window,
            }
        );
    }

    private async Task<(WarmUpRecord, CountedWindow)> MeasureAsync(
        Pair pair,
        long? durationNs,
        CancellationToken cancel
    )
    {
        var before = "; the warm-up was not over";
        try
        {
            var limits = WarmUpLimits.Create(askedNs: null, durationNs ?? UsualDurationNs);
            var warmUp = await pair.WarmUpAsync(limits, cancel);
            IsReached = true;
            using var late = new CancellationTokenSource();
            await using var asked = cancel.Register(() => late.CancelAfter(MaxTimeAfterCancel));
            var (plan, forecast) = PlanWindow(pair, durationNs);
            before = plan.IsInParts ? "" : "; only a whole window counts: shorten --duration";
            tell?.Invoke(forecast);
            WorkerFault? end = null;
            plan = plan with
            {
                Stop = cancel,
                KeepsPartsAt = failure =>
                    failure is OperationCanceledException
                    || (end = failure as WorkerFault) is { } fault && HasEnded(fault),
            };
            var window = await pair.MeasureContinuousWindowAsync(plan, late.Token);
            EndedEarlyBy = end is null ? null : await DescribeEndAsync(pair, end, late.Token);
            return (warmUp, window);
        }
        catch (WorkerFault fault) when (HasEnded(fault))
        {
            throw pair.Client.Fault("run", await DescribeEndAsync(pair, fault, cancel, before));
        }
    }

    /// <summary>Tells how the server ended the connections, and after how many answers.</summary>
    /// <param name="before">Why nothing was counted.</param>
    private static async Task<string> DescribeEndAsync(
        Pair pair,
        WorkerFault fault,
        CancellationToken cancel,
        string before = ""
    )
    {
        // Those of a group that fail have left it, with what they knew. What ended requests says itself what was wrong.
        if (pair.Client.Workers.Count == 0 || pair.Scenario.Question is not null)
            return fault.Problem + before;
        var answers = (await pair.Client.UsageAsync(cancel)).Messages;
        // A refused datagram says itself what was wrong.
        return answers == 0
            ? fault.Problem + (pair.Client.Transmission == Transmission.Unreliable ? "" : pair.SilenceHint)
            : string.Create(CultureInfo.InvariantCulture, $"{fault.Problem}, after {answers} answers in all{before}");
    }

    private static bool HasEnded(WorkerFault fault) =>
        fault.Problem.Contains(ConnectionsEnded, StringComparison.Ordinal);

    /// <summary>Names the limit that was reached where a connection got no local port, and its remedy.</summary>
    internal static string? FindPortShortage(WorkerFault fault, PortUse? ports, Scenario scenario) =>
        fault.Problem.Contains(NoLocalPort, StringComparison.Ordinal)
        && ports is { } use
        && use.TimeWait + scenario.AllConnections > use.Ports
            ? string.Create(
                CultureInfo.InvariantCulture,
                $": of {use.Ports} local ports ended connections hold {use.TimeWait} (TIME_WAIT), and "
                    + $"{scenario.AllConnections} more are needed; widen net.ipv4.ip_local_port_range, set "
                    + $"net.ipv4.tcp_tw_reuse=1, or wait for a minute"
            )
            : null;

    private static (WindowPlan Plan, ProbeForecast Forecast) PlanWindow(Pair pair, long? durationNs)
    {
        var (scenario, roundTripNs) = (pair.Scenario, pair.RoundTripNs);
        var medianNs = pair.RatePerS > 0 ? (long)(MedianAnswers / pair.RatePerS * 1e9) : 0;
        var isLengthened = durationNs is null && medianNs > UsualDurationNs;
        var margin = scenario.RatePerS is null || !isLengthened ? 1 : MarginAtRate;
        var lengthNs = durationNs ?? (long)(margin * Math.Max(UsualDurationNs, medianNs));
        var isSlow = roundTripNs * MinRoundTripsPerPart > PartNs;
        if (!pair.AwaitsEachAnswer || !isSlow)
        {
            var isInParts = lengthNs > MaxUnsplitNs && scenario.RatePerS is null && !isSlow;
            return (
                new(SettleNs, lengthNs) { PartNs = isInParts ? PartNs : null },
                new(roundTripNs, lengthNs, lengthNs + pair.LostAfterNs, isLengthened, isInParts)
            );
        }
        var roundTrips = Math.Max(1, Math.Ceiling(lengthNs / roundTripNs - AllowedDifference));
        var parts = Math.Ceiling(roundTrips / Math.Max(MinRoundTripsOfSlowPart, PartNs / roundTripNs));
        var perSlot = (long)Math.Ceiling(roundTrips / parts);
        var maxNs = durationNs ?? MaxFactorOfExpected * lengthNs;
        // Behind each part there is a round trip that does not count.
        var waits = (perSlot + 1.0) / perSlot;
        return (
            new(SettleNs: 0, durationNs ?? UsualDurationNs)
            {
                PartMessages = perSlot * scenario.TotalInFlight,
                MinMessages = durationNs is null ? MedianAnswers : 0,
                MaxNs = maxNs,
            },
            new(
                roundTripNs,
                (long)(parts * (perSlot + 1) * roundTripNs),
                (long)(waits * (maxNs + perSlot * pair.LostAfterNs)),
                isLengthened,
                IsInParts: true
            )
        );
    }
}
