using System.Collections.Immutable;
using System.Net;
using Pingmark.Model;

namespace Pingmark.Workers;

/// <summary>Who a worker is, and which stacks it has.</summary>
public sealed record HelloReply(
    string Worker,
    string Runtime,
    IReadOnlyList<string> Libraries,
    IReadOnlyList<long> Cpus,
    string? Gc,
    IReadOnlyList<string> Stacks
)
{
    /// <summary>How the names of its threads that compile at run time begin; null where it does not tell.</summary>
    public IReadOnlyList<string>? CompilerThreads { get; init; }

    /// <summary>Whether it compiles in the background; unless told, a runtime with a collector does.</summary>
    public bool CompilesInBackground => CompilerThreads is { } threads ? threads.Count > 0 : Gc is not null;

    /// <param name="fault">Makes the exception for a reply that can't be true.</param>
    internal static HelloReply Read(Reply reply, Func<string, WorkerFault> fault)
    {
        if (reply.Number("protocol") != Workers.Worker.ProtocolVersion)
            throw fault(
                $"speaks protocol {reply.Number("protocol")}, this controller speaks {Workers.Worker.ProtocolVersion}; "
                    + "rebuild it with ./pingmark build"
            );
        // A worker without clients counts none.
        if (reply.TextOrNull("histogram_layout") is { } layout && layout != Workers.Worker.HistogramLayout)
            throw fault($"counts in histogram layout '{layout}', expected {Workers.Worker.HistogramLayout}");
        var cpus = reply.Numbers("cpus");
        if (
            cpus.Length > CoreList.MaxCores
            || cpus.Distinct().Count(core => core is >= 0 and < CoreList.MaxCores) != cpus.Length
        )
            throw fault("names cores that no machine has");
        return new(
            reply.Text("worker"),
            reply.Text("runtime"),
            reply.Texts("libraries"),
            cpus,
            reply.TextOrNull("gc"),
            reply.Texts("stacks")
        )
        {
            CompilerThreads = reply.Has("compiler_threads") ? reply.Texts("compiler_threads") : null,
        };
    }
}

/// <summary>Where a server listens.</summary>
public sealed record ListenReply(string Address, int Port, IReadOnlyDictionary<string, string> EffectiveOptions)
{
    /// <summary>The SHA-256 of the certificate that the server shows; null where it does not encrypt.</summary>
    public string? Certificate { get; init; }

    /// <summary>Reads a reply, which must have the address that was asked for.</summary>
    /// <param name="port">The port that was asked for; 0 for any.</param>
    /// <param name="fault">Makes the exception for a reply that can't be true.</param>
    internal static ListenReply Read(
        Reply reply,
        string address,
        int port,
        IReadOnlyDictionary<string, string> effectiveOptions,
        Func<string, WorkerFault> fault
    )
    {
        if (!IsSame(address, reply.Text("address")))
            throw fault($"listens on '{reply.Text("address")}', {address} was asked for");
        if (reply.Number("port") is not (> 0 and <= IPEndPoint.MaxPort) || port != 0 && reply.Number("port") != port)
            throw fault($"listens on port {reply.Number("port")}, {(port == 0 ? "any" : port)} was asked for");
        // The address may be told in another form, which is of no use here.
        return new(address, (int)reply.Number("port"), effectiveOptions)
        {
            Certificate = reply.TextOrNull("certificate"),
        };
    }

    private static bool IsSame(string asked, string told) =>
        told == asked
        || IPAddress.TryParse(told, out var there)
            && IPAddress.TryParse(asked, out var wanted)
            && Bytes(there).SequenceEqual(Bytes(wanted));

    private static byte[] Bytes(IPAddress address) => address.MapToIPv6().GetAddressBytes();
}

/// <summary>A client's connections: how long connecting took, and the effective options.</summary>
public sealed record ConnectReply(Histogram ConnectTime, IReadOnlyDictionary<string, string> EffectiveOptions)
{
    /// <param name="connections">The number of connections that were asked for.</param>
    /// <param name="fault">Makes the exception for a reply that can't be true.</param>
    internal static ConnectReply Read(
        Reply reply,
        int connections,
        IReadOnlyDictionary<string, string> effectiveOptions,
        Func<string, WorkerFault> fault
    )
    {
        if (reply.Number("connections") != connections)
            throw fault($"{reply.Number("connections")} connections are up, {connections} were asked for");
        var times = reply.Histogram("connect_histogram");
        return times.Count == 0 || times.Count == connections
            ? new(times, effectiveOptions)
            : throw fault($"{times.Count} connect times of {connections} connections");
    }
}

/// <summary>Reads what a client counted.</summary>
public static class MeasurementReply
{
    /// <summary>Reads a result and checks it against itself and against the request.</summary>
    /// <param name="asked">What was asked for; null where only the reply itself is known.</param>
    public static Measurement Read(
        Reply reply,
        bool withLaps,
        Func<string, Exception> fault,
        RequestedRun? asked = null
    )
    {
        var measurement = new Measurement
        {
            FromNs = reply.Count("from_ns"),
            ToNs = reply.Count("to_ns"),
            Counts = (
                from counter in Counter.All
                let value = Count(reply, counter)
                where value is not null
                select KeyValuePair.Create(counter, value.Value)
            ).ToImmutableDictionary(),
            Histograms = HistogramKind
                .All.Where(kind => !kind.MayBeAbsent || reply.Has(kind.Key))
                .ToImmutableDictionary(kind => kind, kind => reply.Histogram(kind.Key)),
            LapsNs = withLaps ? reply.Counts("laps_ns") : [],
            Slowest = reply.Has("slowest_connections") ? Slowest(reply) : null,
        };
        if (
            (
                Contradictions.Find(measurement)
                ?? asked?.FindContradiction(measurement, reply.SentAtNs, reply.ElapsedNs)
            ) is
            { } found
        )
            throw fault(found);
        return measurement;
    }

    private static SlowMessages Slowest(Reply reply) =>
        new(
            [.. reply.Counts("slowest_connections").Select(number => (int)Math.Min(number, int.MaxValue))],
            reply.Counts("slowest_intended_ns"),
            reply.Counts("slowest_sent_ns"),
            reply.Counts("slowest_received_ns")
        );

    private static long? Count(Reply reply, Counter counter) =>
        counter.MaxValue > BoundedLong.MaxValue ? reply.SumOrNull(counter.Key)
        : counter.MayBeAbsent ? reply.CountOrNull(counter.Key)
        : reply.Count(counter.Key);
}

/// <summary>Reads what a worker reports of its own costs.</summary>
public static class UsageReply
{
    public static Usage Read(Reply reply) =>
        new()
        {
            Messages = reply.Count("messages"),
            Connections = reply.Count("connections"),
            BadFrames = reply.Count("bad_frames"),
            Rejected = reply.Count("rejected"),
            Snapshots = reply.CountOrNull("snapshots"),
            LastStranger = reply.TextOrNull("last_stranger"),
            CpuUserNs = reply.Count("cpu_user_ns"),
            CpuSystemNs = reply.Count("cpu_system_ns"),
            VoluntarySwitches = reply.Count("voluntary_switches"),
            InvoluntarySwitches = reply.Count("involuntary_switches"),
            PeakRssBytes = reply.Count("peak_rss_bytes"),
            RssBytes = reply.CountOrNull("rss_bytes"),
            GcCount = reply.CountOrNull("gc_count"),
            GcPauseNs = reply.CountOrNull("gc_pause_ns"),
            AllocatedBytes = reply.CountOrNull("allocated_bytes"),
        };
}

/// <summary>How far a worker's clock is ahead of this machine's.</summary>
/// <param name="AheadNs">What is to be added to a time of this machine, in ns.</param>
/// <param name="ErrorNs">How far off that may be, in ns: the clock was read at some moment within the round
/// trip.</param>
public sealed record ClockReading(long AheadNs, long ErrorNs);

/// <summary>Reads what a worker found of its runtime's clocks.</summary>
internal static class TimerReply
{
    private const int CallsTimedAtOnce = 1_000;

    public static IReadOnlyList<TimerReading> Read(Reply reply, Func<string, WorkerFault> fault)
    {
        var names = reply.Texts("timers");
        var (steps, costs) = (reply.Counts("steps_ns"), reply.Counts("ns_per_1000_calls"));
        var (monotonic, wentBack) = (reply.Counts("monotonic"), reply.Counts("went_back"));
        if (new[] { steps, costs, monotonic, wentBack }.Any(column => column.Length != names.Count))
            throw fault("tells of more or fewer clocks than it names");
        return
        [
            .. names.Select(
                (name, i) =>
                    new TimerReading
                    {
                        Name = name,
                        StepNs = steps[i] == 0 ? null : steps[i],
                        CallNs = (double)costs[i] / CallsTimedAtOnce,
                        IsMonotonic = monotonic[i] != 0,
                        WentBack = wentBack[i],
                    }
            ),
        ];
    }
}
