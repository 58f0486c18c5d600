using Pingmark.Workers;

namespace Pingmark.Results;

/// <summary>One line of trials.jsonl: one cell in one block of one round, with worker processes of its own.</summary>
public sealed record TrialRecord
{
    public required int Round { get; init; }

    /// <summary>Numbers the blocks of a run; cells of one block were alternated and are compared pairwise.</summary>
    public required int Block { get; init; }
    public required string Cell { get; init; }

    /// <summary>ok | failed | unsupported | unavailable</summary>
    public required string Status { get; init; }
    public string? Reason { get; init; }
    public double StartedAtS { get; init; }
    public WarmUpRecord? WarmUp { get; init; }

    /// <summary>The paired slices together; null where this trial was not sliced.</summary>
    public Stretch? Slices { get; init; }
    public IReadOnlyList<double> SliceRatesPerS { get; init; } = [];

    /// <summary>The unbroken stretch: tails and silent connections come from here.</summary>
    public Stretch? Unbroken { get; init; }

    /// <summary>Only of the sampled trial, which has no stretches: recording slows a worker, so that its speed is no
    /// figure.</summary>
    public IReadOnlyList<SideSamples> Samples { get; init; } = [];
    public IReadOnlyDictionary<string, string> EffectiveOptions { get; init; } = new Dictionary<string, string>();
    public IReadOnlyDictionary<string, string> Versions { get; init; } = new Dictionary<string, string>();

    /// <summary><c>reliable</c> or <c>unreliable</c>: how the messages travelled; empty when the trial did not come so
    /// far.</summary>
    public string Transmission { get; init; } = "";
    public string ServerCpus { get; init; } = "";
    public string ClientCpus { get; init; } = "";
    public bool ServerSpins { get; init; }
    public bool ClientSpins { get; init; }
}

/// <param name="Steady">False: the longest warm-up ended before the rate had settled.</param>
public sealed record WarmUpRecord(long DurationNs, long Messages, bool Steady);

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
        var rtt = new Statistics.Histogram();
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

/// <summary>/proc/stat's time of all cores together, in ns (its resolution is 10 ms).</summary>
public sealed record HostCpu(long BusyNs, long SoftirqNs, long StealNs)
{
    private const long NsPerTick = 10_000_000;

    public static HostCpu Read()
    {
        var t = File.ReadLines("/proc/stat")
            .First()
            .Split(' ', StringSplitOptions.RemoveEmptyEntries)
            .Skip(1)
            .Select(long.Parse)
            .ToArray();
        return new((t[0] + t[1] + t[2] + t[5] + t[6]) * NsPerTick, t[6] * NsPerTick, t[7] * NsPerTick);
    }

    public static HostCpu operator -(HostCpu later, HostCpu earlier) =>
        new(later.BusyNs - earlier.BusyNs, later.SoftirqNs - earlier.SoftirqNs, later.StealNs - earlier.StealNs);
}
