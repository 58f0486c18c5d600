using System.Collections.Immutable;
using System.Text.Json.Serialization;

namespace Pingmark.Model;

/// <summary>The counted time of one cell: a continuous window, or its slices together. Times are in ns.</summary>
public sealed record CountedWindow : ClientCounts
{
    public long DurationNs { get; init; }

    /// <summary>The longest round trip; 0 where none was counted.</summary>
    public long RttMaxNs
    {
        get => this[Counter.RttMaxNs];
        init => Counts = Counts.SetItem(Counter.RttMaxNs, value);
    }

    /// <summary>The histograms that the load has, as sparse counts in the layout log-linear/1024.</summary>
    [JsonIgnore]
    public ImmutableDictionary<HistogramKind, long[]> Histograms { get; internal set; } =
        ImmutableDictionary<HistogramKind, long[]>.Empty;

    /// <summary>The sparse counts of a histogram; null where the load does not have it.</summary>
    public long[]? this[HistogramKind kind] => Histograms.GetValueOrDefault(kind);

    /// <summary>Sparse counts of round trips; at a fixed rate they are measured from the intended time.</summary>
    public long[] Histogram
    {
        get => this[HistogramKind.RoundTrips] ?? [];
        init => Histograms = Histograms.SetItem(HistogramKind.RoundTrips, value);
    }

    /// <summary>How often a part was measured again because the client had no core and sent nothing.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public int RepeatedWindows { get; init; }

    /// <summary>The machine's local ports at the end of a continuous window that connects for each message.</summary>
    public PortUse? LocalPorts { get; init; }

    /// <summary>What the server sent unasked, in the form of trials.jsonl; null where it sent nothing so.</summary>
    public SnapshotCounts? Snapshots
    {
        get =>
            this[HistogramKind.SnapshotSkew] is { } skew
                ? new(
                    this[Counter.SnapshotsReceived],
                    this[Counter.SnapshotsLost],
                    this[HistogramKind.SnapshotLateness],
                    skew
                )
                : null;
        init => (Counts, Histograms) = SnapshotCounts.Set(Counts, Histograms, value);
    }
    public IReadOnlyList<long> LapsNs { get; init; } = [];

    /// <summary>The slowest messages, by the controller's clock where there are several clients; null in
    /// slices.</summary>
    [JsonIgnore]
    public SlowMessages? Slowest { get; init; }

    /// <summary>The slowest messages in the form of trials.jsonl.</summary>
    [JsonPropertyName("slowest")]
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public PackedSlowMessages? PackedSlowest
    {
        get => Slowest is { } messages ? PackedSlowMessages.Pack(messages) : null;
        init => Slowest = value?.Unpack();
    }

    /// <summary>What passed the impaired network; only of continuous windows.</summary>
    public NetworkUse? Network { get; init; }
    public Usage? Server { get; init; }
    public Usage? Client { get; init; }

    /// <summary>Wall time between both usage readings, including load before and waits after; 0 if unknown.</summary>
    public long AccountedNs { get; init; }

    /// <summary>The time that shares of that usage refer to.</summary>
    [JsonIgnore]
    public long UsageDurationNs => Math.Max(DurationNs, AccountedNs);

    /// <summary>CPU time of the server in the counted time; null where the server isn't ours.</summary>
    public SideCost? ServerCost { get; init; }
    public SideCost? ClientCost { get; init; }

    /// <summary>Memory gained per connection; null with too few connections, or where the client has both
    /// sides.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? ServerBytesPerConnection { get; init; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? ClientBytesPerConnection { get; init; }

    /// <summary>How several client workers measured together; null where there is one.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public GeneratorsRecord? Generators { get; init; }

    /// <summary>Whether counts are missing that a client had which ended or failed; nobody tells them.</summary>
    [JsonIgnore]
    public bool HasLostClients => Generators is { HasLost: true };

    /// <summary>CPU time of the whole machine in the window; only of continuous windows.</summary>
    public HostCpu? Host { get; init; }
    public long ControllerCpuNs { get; init; }

    /// <summary>Datagrams that the machine dropped because a receive buffer was full, in a continuous window.</summary>
    public long UdpReceiveDrops { get; init; }

    /// <summary>The achieved share of the rate that was asked for; null in a closed loop. Messages count by their
    /// intended time, so those of a client or server that can't keep up are all sent in the end, ever later: with a
    /// backlog that grows through the whole window the last one leaves twice the median lateness after it. A pause
    /// leaves the median as it is.</summary>
    public double? AchievedRate
    {
        get
        {
            if (this[HistogramKind.SendLateness] is not { } lateness || Sent + Unsent == 0)
                return null;
            var behindNs = lateness.Length == 0 ? 0 : 2 * Model.Histogram.FromSparse(lateness).PercentileNs(0.5);
            return (double)Sent / (Sent + Unsent) * DurationNs / (DurationNs + behindNs);
        }
    }

    public double ThroughputPerS => Received / (DurationNs / 1e9);

    /// <summary>The mean round trip of intact answers; null where there is none.</summary>
    public double? RttMeanNs => RoundTrips is > 0 and var count ? (double)RttSumNs / count : null;

    private long RoundTrips => Histogram.Where((_, at) => at % 2 != 0).Sum();

    /// <summary>Adds up windows of one cell that follow each other.</summary>
    public static CountedWindow CombineWindows(IReadOnlyCollection<Measurement> parts)
    {
        var counts = CombineCounts(parts, areWindows: true);
        return new()
        {
            DurationNs = parts.Sum(p => p.DurationNs),
            Counts = parts.Count == 1 ? counts : counts.SetItem(Counter.SilentConnections, 0),
            Histograms = Measurement
                .MergeHistograms(parts)
                .ToImmutableDictionary(one => one.Key, one => one.Value.ToSparse()),
            LapsNs = parts.SelectMany(p => p.LapsNs).ToList(),
            Slowest = SlowMessages.Merge(parts.Select(part => part.Slowest)),
        };
    }

    /// <summary>Adds a window of the same cell, of one client worker, that was measured after this one.</summary>
    public CountedWindow Append(CountedWindow next) =>
        next with
        {
            DurationNs = DurationNs + next.DurationNs,
            Counts = CombineCounts([this, next], areWindows: true)
                // Who was silent in all of it was silent in each.
                .SetItem(Counter.SilentConnections, Math.Min(SilentConnections, next.SilentConnections)),
            Histograms = HistogramKind
                .All.Where(kind => this[kind] is not null || next[kind] is not null)
                .ToImmutableDictionary(kind => kind, kind => MergeSparse(this[kind] ?? [], next[kind] ?? [])),
            LapsNs = [.. LapsNs, .. next.LapsNs],
            Slowest = SlowMessages.Merge([Slowest, next.Slowest]),
            RepeatedWindows = RepeatedWindows + next.RepeatedWindows,
            Server = Server is { } server && next.Server is { } ofServer ? server.Append(ofServer) : null,
            Client = Client is { } client && next.Client is { } ofClient ? client.Append(ofClient) : null,
            AccountedNs = AccountedNs + next.AccountedNs,
            ServerCost = ServerCost is { } cost && next.ServerCost is { } moreCost ? cost + moreCost : null,
            ClientCost = ClientCost is { } paid && next.ClientCost is { } morePaid ? paid + morePaid : null,
            ServerBytesPerConnection = ServerBytesPerConnection,
            ClientBytesPerConnection = ClientBytesPerConnection,
            Host = Host is { } host && next.Host is { } ofHost ? host.Append(ofHost) : null,
            ControllerCpuNs = ControllerCpuNs + next.ControllerCpuNs,
            UdpReceiveDrops = UdpReceiveDrops + next.UdpReceiveDrops,
        };

    private static long[] MergeSparse(long[] one, long[] other) =>
        Model.Histogram.Merged([Model.Histogram.FromSparse(one), Model.Histogram.FromSparse(other)]).ToSparse();

    /// <summary>The opposite direction: what one client would have reported of the whole window.</summary>
    /// <exception cref="PingmarkException">A histogram is malformed.</exception>
    public Measurement AsMeasurement() =>
        new()
        {
            FromNs = 0,
            ToNs = DurationNs,
            Counts = Counts,
            Histograms = Histograms.ToImmutableDictionary(one => one.Key, one => Model.Histogram.FromSparse(one.Value)),
            LapsNs = LapsNs,
            Slowest = Slowest,
        };
}

/// <summary>The machine's local ports at the end of a measurement that makes a connection for each message.</summary>
/// <param name="TimeWait">Sockets of ended connections that still hold their port, for a minute.</param>
/// <param name="Ports">How many ports the kernel may choose from (<c>ip_local_port_range</c>).</param>
/// <param name="Reuse">The value of <c>tcp_tw_reuse</c>: 0, ports in TIME_WAIT are not used again; 1, after a second;
/// 2, after a second on loopback alone.</param>
public sealed record PortUse(long TimeWait, int Ports, int Reuse);

/// <summary>Snapshots that clients received from a server's ticks, without asking for each.</summary>
/// <param name="Received">Snapshots that came of those due in the window; a recipient counts from its first one
/// on.</param>
/// <param name="Lost">Snapshots that were missing between two that came.</param>
/// <param name="Lateness">The times from the tick, by the server's clock, to the arrival, as sparse counts; null where
/// the sides have different clocks.</param>
/// <param name="Skew">The times from the arrival of the tick's first snapshot on any connection, as sparse
/// counts.</param>
public sealed record SnapshotCounts(long Received, long Lost, long[]? Lateness, long[] Skew)
{
    public long Due => Received + Lost;

    /// <summary>Replaces the snapshot counters and histograms; null removes them.</summary>
    internal static (
        ImmutableDictionary<Counter, long> Counts,
        ImmutableDictionary<HistogramKind, long[]> Histograms
    ) Set(
        ImmutableDictionary<Counter, long> counts,
        ImmutableDictionary<HistogramKind, long[]> histograms,
        SnapshotCounts? value
    )
    {
        counts = counts.RemoveRange([Counter.SnapshotsDue, Counter.SnapshotsReceived, Counter.SnapshotsLost]);
        histograms = histograms.Remove(HistogramKind.SnapshotLateness).Remove(HistogramKind.SnapshotSkew);
        if (value is null)
            return (counts, histograms);
        histograms = histograms.Add(HistogramKind.SnapshotSkew, value.Skew);
        return (
            counts
                .Add(Counter.SnapshotsDue, value.Due)
                .Add(Counter.SnapshotsReceived, value.Received)
                .Add(Counter.SnapshotsLost, value.Lost),
            value.Lateness is { } lateness ? histograms.Add(HistogramKind.SnapshotLateness, lateness) : histograms
        );
    }
}

/// <summary>How several client workers measured together, as one client.</summary>
public sealed record GeneratorsRecord
{
    public int Asked { get; init; }

    /// <summary>The generators that ended or failed; the counts are those of the others.</summary>
    public IReadOnlyList<LostGenerator> Lost { get; init; } = [];

    [JsonIgnore]
    public bool HasLost => Lost.Count > 0;

    /// <summary>The time from the first generator's start to the last one's, by compared clocks.</summary>
    public long StartSkewNs { get; init; }

    /// <summary>The error of that comparison of clocks: half of the round trips it took.</summary>
    public long ClockErrorNs { get; init; }

    /// <summary>The counted answers of the generator that had the fewest.</summary>
    public long LeastReceived { get; init; }
    public long MostReceived { get; init; }

    /// <summary>This record with the larger skew and clock error of both.</summary>
    public GeneratorsRecord WithWider(GeneratorsRecord? earlier) =>
        earlier is null
            ? this
            : this with
            {
                StartSkewNs = Math.Max(StartSkewNs, earlier.StartSkewNs),
                ClockErrorNs = Math.Max(ClockErrorNs, earlier.ClockErrorNs),
            };
}

/// <param name="Name">The worker's name, with its number and its machine.</param>
public sealed record LostGenerator(string Name, string Reason);
