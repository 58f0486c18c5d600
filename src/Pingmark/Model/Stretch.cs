namespace Pingmark.Model;

/// <summary>Counted time of one cell: one unbroken run, or slices added up. Times in ns.</summary>
public sealed record Stretch
{
    public long DurationNs { get; init; }
    public long Sent { get; init; }
    public long Received { get; init; }
    public long Lost { get; init; }
    public long Corrupt { get; init; }
    public long Late { get; init; }
    public long Duplicated { get; init; }
    public long Reordered { get; init; }
    public long SilentConnections { get; init; }
    public long RttMaxNs { get; init; }
    public long RttSumNs { get; init; }

    /// <summary>Sparse counts, layout log-linear/1024.</summary>
    public long[] Histogram { get; init; } = [];
    public IReadOnlyList<long> LapsNs { get; init; } = [];
    public Usage? Server { get; init; }
    public Usage? Client { get; init; }

    /// <summary>The whole machine meanwhile; only for unbroken stretches.</summary>
    public HostCpu? Host { get; init; }
    public long ControllerCpuNs { get; init; }

    /// <summary>Datagrams that any socket of the machine dropped meanwhile for want of receive buffer; only for
    /// unbroken stretches.</summary>
    public long UdpReceiveDrops { get; init; }

    public double ThroughputPerS => Received / (DurationNs / 1e9);

    public static Stretch Of(IReadOnlyCollection<Measurement> parts)
    {
        var rtt = new Model.Histogram();
        foreach (var part in parts)
            rtt.Add(part.Rtt);
        return new()
        {
            DurationNs = parts.Sum(p => p.DurationNs),
            Sent = parts.Sum(p => p.Sent),
            Received = parts.Sum(p => p.Received),
            Lost = parts.Sum(p => p.Lost),
            Corrupt = parts.Sum(p => p.Corrupt),
            Late = parts.Sum(p => p.Late),
            Duplicated = parts.Sum(p => p.Duplicated),
            Reordered = parts.Sum(p => p.Reordered),
            // Only an unbroken window is long enough to tell a silent connection from one whose turn did not come.
            SilentConnections = parts.Count == 1 ? parts.Single().SilentConnections : 0,
            RttMaxNs = parts.Max(p => p.RttMaxNs ?? 0),
            RttSumNs = parts.Sum(p => p.RttSumNs),
            Histogram = rtt.ToSparse(),
            LapsNs = parts.SelectMany(p => p.LapsNs).ToList(),
        };
    }
}
