using System.Collections.Immutable;
using System.Text.Json.Serialization;

namespace Pingmark.Model;

/// <summary>The time of one cell in which messages counted: one continuous window, or slices added up. Times are in
/// ns.</summary>
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

    /// <summary>How often it, or a part of it, was measured again because the client had no core and sent
    /// nothing.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public int RepeatedWindows { get; init; }

    /// <summary>The machine's local ports at the window's end; only of continuous windows that connect for each
    /// message.</summary>
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

    /// <summary>The slowest messages; null where they are not known, as in slices. Those of several client workers are
    /// told by the controller's clock, as far as it is known from theirs.</summary>
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

    /// <summary>Wall time between the two readings of what the sides, the machine and the controller used. It includes
    /// the load before the window and the wait for lost messages; 0 where it is not known.</summary>
    public long AccountedNs { get; init; }

    /// <summary>The time that shares of that usage refer to.</summary>
    [JsonIgnore]
    public long UsedInNs => Math.Max(DurationNs, AccountedNs);

    /// <summary>CPU time of the server in the counted time; null where the server isn't ours.</summary>
    public SideCost? ServerCost { get; init; }
    public SideCost? ClientCost { get; init; }

    /// <summary>Resident memory that the server's process gained while it connected, for each connection; null where
    /// there are too few connections to tell. A process that has both sides tells it as the client's.</summary>
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

    /// <summary>Datagrams that sockets of the whole machine dropped in the window because their receive buffer was
    /// full; only of continuous windows.</summary>
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

    /// <summary>The mean of the round trips of intact answers; null where there is none. A corrupt answer is not always
    /// among the received, for it may answer nothing.</summary>
    public double? RttMeanNs => RoundTrips is > 0 and var count ? (double)RttSumNs / count : null;

    private long RoundTrips => Histogram.Where((_, at) => at % 2 != 0).Sum();

    /// <summary>Adds up windows of one cell that follow each other.</summary>
    public static CountedWindow FromParts(IReadOnlyCollection<Measurement> parts)
    {
        var counts = AddUp(parts, areWindows: true);
        return new()
        {
            DurationNs = parts.Sum(p => p.DurationNs),
            Counts = parts.Count == 1 ? counts : counts.SetItem(Counter.SilentConnections, 0),
            Histograms = Measurement.Merged(parts).ToImmutableDictionary(one => one.Key, one => one.Value.ToSparse()),
            LapsNs = parts.SelectMany(p => p.LapsNs).ToList(),
            Slowest = SlowMessages.OfAll(parts.Select(part => part.Slowest)),
        };
    }

    /// <summary>Adds a window of the same cell, of one client worker, that was measured after this one.</summary>
    public CountedWindow FollowedBy(CountedWindow next) =>
        next with
        {
            DurationNs = DurationNs + next.DurationNs,
            Counts = AddUp([this, next], areWindows: true)
                // Who was silent in all of it was silent in each.
                .SetItem(Counter.SilentConnections, Math.Min(SilentConnections, next.SilentConnections)),
            Histograms = HistogramKind
                .All.Where(kind => this[kind] is not null || next[kind] is not null)
                .ToImmutableDictionary(kind => kind, kind => Merged(this[kind] ?? [], next[kind] ?? [])),
            LapsNs = [.. LapsNs, .. next.LapsNs],
            Slowest = SlowMessages.OfAll([Slowest, next.Slowest]),
            RepeatedWindows = RepeatedWindows + next.RepeatedWindows,
            Server = Server is { } server && next.Server is { } ofServer ? server.FollowedBy(ofServer) : null,
            Client = Client is { } client && next.Client is { } ofClient ? client.FollowedBy(ofClient) : null,
            AccountedNs = AccountedNs + next.AccountedNs,
            ServerCost = ServerCost is { } cost && next.ServerCost is { } moreCost ? cost + moreCost : null,
            ClientCost = ClientCost is { } paid && next.ClientCost is { } morePaid ? paid + morePaid : null,
            ServerBytesPerConnection = ServerBytesPerConnection,
            ClientBytesPerConnection = ClientBytesPerConnection,
            Host = Host is { } host && next.Host is { } ofHost ? host.FollowedBy(ofHost) : null,
            ControllerCpuNs = ControllerCpuNs + next.ControllerCpuNs,
            UdpReceiveDrops = UdpReceiveDrops + next.UdpReceiveDrops,
        };

    private static long[] Merged(long[] one, long[] other) =>
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
