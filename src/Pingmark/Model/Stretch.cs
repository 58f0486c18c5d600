using System.Text.Json.Serialization;

namespace Pingmark.Model;

/// <summary>Counted time of one cell: one unbroken run, or slices added up. Times in ns.</summary>
public sealed record Stretch
{
    public long DurationNs { get; init; }
    public long Sent { get; init; }
    public long Received { get; init; }
    public long Lost { get; init; }

    /// <summary>All answers of the runs, counted or not.</summary>
    public long Answered { get; init; }
    public long Corrupt { get; init; }
    public long Late { get; init; }
    public long Duplicated { get; init; }
    public long Reordered { get; init; }
    public long SilentConnections { get; init; }

    /// <summary>At a rate: messages whose time came, and that were never sent.</summary>
    public long Unsent { get; init; }
    public long RttMaxNs { get; init; }

    [JsonConverter(typeof(BoundedSum))]
    public long RttSumNs { get; init; }

    /// <summary>Sparse counts, layout log-linear/1024.</summary>
    public long[] Histogram { get; init; } = [];

    /// <summary>At a rate: round trips from the send, where <see cref="Histogram"/> counts from the intended time. Null
    /// in a closed loop.</summary>
    public long[]? UncorrectedHistogram { get; init; }

    /// <summary>At a rate: from the intended time to the send. Null in a closed loop.</summary>
    public long[]? SendLatenessHistogram { get; init; }

    /// <summary>Of a connection for each message: until it was connected. Else null.</summary>
    public long[]? ConnectHistogram { get; init; }

    /// <summary>... and until the first byte of an answer, from the same beginning.</summary>
    public long[]? FirstByteHistogram { get; init; }

    /// <summary>When it had ended; only for unbroken stretches that connect for each message.</summary>
    public PortUse? LocalPorts { get; init; }

    /// <summary>What the server sent unasked; null: nothing.</summary>
    public SnapshotCounts? Snapshots { get; init; }
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
            if (SendLatenessHistogram is not { } lateness || Sent + Unsent == 0)
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

    public static Stretch Of(IReadOnlyCollection<Measurement> parts)
    {
        return new()
        {
            DurationNs = parts.Sum(p => p.DurationNs),
            Sent = parts.Sum(p => p.Sent),
            Received = parts.Sum(p => p.Received),
            Lost = parts.Sum(p => p.Lost),
            Answered = parts.Sum(p => p.Answered),
            Corrupt = parts.Sum(p => p.Corrupt),
            Late = parts.Sum(p => p.Late),
            Duplicated = parts.Sum(p => p.Duplicated),
            Reordered = parts.Sum(p => p.Reordered),
            // Only an unbroken window is long enough to tell a silent connection from one whose turn did not come.
            SilentConnections = parts.Count == 1 ? parts.Single().SilentConnections : 0,
            RttMaxNs = parts.Max(p => p.RttMaxNs ?? 0),
            RttSumNs = BoundedSum.Of(parts.Select(p => p.RttSumNs)),
            Unsent = parts.Sum(p => p.Unsent),
            Histogram = Merged(parts.Select(p => p.Rtt)),
            UncorrectedHistogram = MergedIfAny(parts.Select(p => p.UncorrectedRtt)),
            SendLatenessHistogram = MergedIfAny(parts.Select(p => p.SendLateness)),
            ConnectHistogram = MergedIfAny(parts.Select(p => p.Connects)),
            FirstByteHistogram = MergedIfAny(parts.Select(p => p.FirstBytes)),
            Snapshots = SnapshotCounts.Sum(parts.Select(p => p.Snapshots)),
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
            Sent = Sent,
            Received = Received,
            Lost = Lost,
            Answered = Answered,
            Corrupt = Corrupt,
            Late = Late,
            Duplicated = Duplicated,
            Reordered = Reordered,
            SilentConnections = SilentConnections,
            Unsent = Unsent,
            RttMaxNs = RttMaxNs,
            RttSumNs = RttSumNs,
            Rtt = Model.Histogram.FromSparse(Histogram),
            UncorrectedRtt = OrNone(UncorrectedHistogram),
            SendLateness = OrNone(SendLatenessHistogram),
            Connects = OrNone(ConnectHistogram),
            FirstBytes = OrNone(FirstByteHistogram),
            Snapshots = Snapshots,
            LapsNs = LapsNs,
        };

    private static Histogram? OrNone(long[]? sparse) => sparse is null ? null : Model.Histogram.FromSparse(sparse);

    private static long[]? MergedIfAny(IEnumerable<Model.Histogram?> parts) =>
        parts.OfType<Model.Histogram>().ToList() is { Count: > 0 } told ? Merged(told) : null;

    private static long[] Merged(IEnumerable<Model.Histogram> parts) => Model.Histogram.Merged(parts).ToSparse();
}
