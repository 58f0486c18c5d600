using System.Collections.Immutable;
using System.Text.Json.Serialization;

namespace Pingmark.Model;

/// <summary>Counted time of one cell: one unbroken run, or slices added up. Times in ns.</summary>
public sealed record CountedWindow : ClientCounts
{
    public long DurationNs { get; init; }

    /// <summary>0 where no round trip was counted.</summary>
    public long RttMaxNs
    {
        get => this[Counter.RttMaxNs];
        init => Counts = Counts.SetItem(Counter.RttMaxNs, value);
    }

    /// <summary>Those that the load has, as sparse counts of the layout log-linear/1024.</summary>
    [JsonIgnore]
    public ImmutableDictionary<HistogramKind, long[]> Histograms { get; internal set; } =
        ImmutableDictionary<HistogramKind, long[]>.Empty;

    /// <summary>Null where the load does not have it.</summary>
    public long[]? this[HistogramKind kind] => Histograms.GetValueOrDefault(kind);

    /// <summary>Of round trips; at a rate, from the intended time.</summary>
    public long[] Histogram
    {
        get => this[HistogramKind.RoundTrips] ?? [];
        init => Histograms = Histograms.SetItem(HistogramKind.RoundTrips, value);
    }

    /// <summary>When it had ended; only for unbroken stretches that connect for each message.</summary>
    public PortUse? LocalPorts { get; init; }

    /// <summary>What the server sent unasked, as it stands in trials.jsonl; null: nothing.</summary>
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

    /// <summary>What passed an impaired network; only for unbroken stretches.</summary>
    public NetworkUse? Network { get; init; }
    public Usage? Server { get; init; }
    public Usage? Client { get; init; }

    /// <summary>Wall time between the readings of what the sides, the machine and the controller used: with the load
    /// that settles, and the wait for what is lost. 0: not told.</summary>
    public long AccountedNs { get; init; }

    /// <summary>What shares of that usage are shares of.</summary>
    [JsonIgnore]
    public long UsedInNs => Math.Max(DurationNs, AccountedNs);

    /// <summary>CPU time of each side in the counted time; null of a server that isn't ours.</summary>
    public SideCost? ServerCost { get; init; }
    public SideCost? ClientCost { get; init; }

    /// <summary>Resident memory that the processes have more than before their connections, for each of these; null
    /// where there are too few to tell. Of one process with both sides, as the client's.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? ServerBytesPerConnection { get; init; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? ClientBytesPerConnection { get; init; }

    /// <summary>Of several client workers; null of one.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public GeneratorsRecord? Generators { get; init; }

    /// <summary>The whole machine meanwhile; only for unbroken stretches.</summary>
    public HostCpu? Host { get; init; }
    public long ControllerCpuNs { get; init; }

    /// <summary>Datagrams that any socket of the machine dropped meanwhile for want of receive buffer; only for
    /// unbroken stretches.</summary>
    public long UdpReceiveDrops { get; init; }

    /// <summary>
    /// Share of the rate that was asked for; null in a closed loop. Messages count by their intended time, so those of
    /// a client or server that can't keep up are all sent in the end, ever later: with a backlog that grows through the
    /// whole stretch the last one leaves twice the median lateness after it. A pause leaves the median as it is.
    /// </summary>
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

    /// <summary>Of answers that are as their messages were; null: there is none. What is corrupt need not have been
    /// received, for it may answer nothing.</summary>
    public double? RttMeanNs => RoundTrips is > 0 and var count ? (double)RttSumNs / count : null;

    private long RoundTrips => Histogram.Where((_, at) => at % 2 != 0).Sum();

    /// <summary>Windows of one cell, added up.</summary>
    public static CountedWindow Of(IReadOnlyCollection<Measurement> parts)
    {
        var counts = AddUp(parts, areWindows: true);
        return new()
        {
            DurationNs = parts.Sum(p => p.DurationNs),
            Counts = parts.Count == 1 ? counts : counts.SetItem(Counter.SilentConnections, 0),
            Histograms = Measurement.Merged(parts).ToImmutableDictionary(one => one.Key, one => one.Value.ToSparse()),
            LapsNs = parts.SelectMany(p => p.LapsNs).ToList(),
        };
    }

    /// <summary>The other way round: what one client would have told of all of it.</summary>
    /// <exception cref="PingmarkException">A histogram is malformed.</exception>
    public Measurement AsMeasurement() =>
        new()
        {
            FromNs = 0,
            ToNs = DurationNs,
            Counts = Counts,
            Histograms = Histograms.ToImmutableDictionary(one => one.Key, one => Model.Histogram.FromSparse(one.Value)),
            LapsNs = LapsNs,
        };
}
