using System.Text.Json;

namespace Pingmark.Worker.Kit;

/// <summary>Holds what one lane counted in one measurement, or all of them together. A new number or histogram is a
/// field, and a row of a table.</summary>
internal sealed class Counts(bool churns = false, bool hasTicks = false)
{
    public long Sent;
    public long Received;

    /// <summary>All answers that matched, from the run's beginning to its end, of counted messages or not.</summary>
    public long Answered;
    public long Lost;
    public long Unsent;
    public long Corrupt;
    public long Late;
    public long Duplicated;
    public long Reordered;
    public long SilentConnections;
    public long SnapshotsReceived;
    public long SnapshotsLost;

    /// <summary>From the intended time to the answer.</summary>
    public Histogram? RoundTrips;

    /// <summary>From the send to the answer, and from the intended time to the send.</summary>
    public Histogram? Uncorrected;
    public Histogram? SendLateness;

    /// <summary>Of a connection for each message: until it was connected, and until the first byte of an
    /// answer.</summary>
    public Histogram? Connects;
    public Histogram? FirstBytes;

    /// <summary>From the tick's time, by the server's clock, and from the tick's first arrival.</summary>
    public Histogram? SnapshotLateness;
    public Histogram? SnapshotSkew;

    public readonly Slowest Slowest = new();

    /// <summary>In which measurements something is counted.</summary>
    private enum Of
    {
        All,
        Timed,
        Churn,
        Ticks,
    }

    private delegate ref long Number(Counts counts);

    private delegate ref Histogram? Spread(Counts counts);

    /// <summary>By their names in a reply. Those of lanes add up.</summary>
    private static readonly (string Name, Of Of, Number In)[] Numbers =
    [
        ("sent", Of.All, counts => ref counts.Sent),
        ("received", Of.All, counts => ref counts.Received),
        ("answered", Of.All, counts => ref counts.Answered),
        ("lost", Of.All, counts => ref counts.Lost),
        ("unsent", Of.All, counts => ref counts.Unsent),
        ("corrupt", Of.All, counts => ref counts.Corrupt),
        ("late", Of.All, counts => ref counts.Late),
        ("duplicated", Of.All, counts => ref counts.Duplicated),
        ("reordered", Of.All, counts => ref counts.Reordered),
        ("silent_connections", Of.All, counts => ref counts.SilentConnections),
        ("snapshots_received", Of.Ticks, counts => ref counts.SnapshotsReceived),
        ("snapshots_lost", Of.Ticks, counts => ref counts.SnapshotsLost),
    ];

    /// <summary>The same of histograms, which are made when they are needed first, and kept.</summary>
    private static readonly (string Name, Of Of, Spread In)[] Spreads =
    [
        ("histogram", Of.All, counts => ref counts.RoundTrips),
        ("uncorrected_histogram", Of.Timed, counts => ref counts.Uncorrected),
        ("send_lateness_histogram", Of.Timed, counts => ref counts.SendLateness),
        ("connect_histogram", Of.Churn, counts => ref counts.Connects),
        ("first_byte_histogram", Of.Churn, counts => ref counts.FirstBytes),
        ("snapshot_lateness_histogram", Of.Ticks, counts => ref counts.SnapshotLateness),
        ("snapshot_skew_histogram", Of.Ticks, counts => ref counts.SnapshotSkew),
    ];

    private Laps? _keptLaps;
    private bool _isTimed;

    /// <summary>When the last counted message was answered or lost.</summary>
    public long LastSettled { get; private set; }

    /// <summary>Null without laps.</summary>
    public Laps? Laps { get; private set; }

    private bool Has(Of what) =>
        what switch
        {
            Of.Timed => _isTimed,
            Of.Churn => churns,
            Of.Ticks => hasTicks,
            _ => true,
        };

    public void Begin(Window window, bool isTimed)
    {
        _isTimed = isTimed;
        foreach (var (_, _, number) in Numbers)
            number(this) = 0;
        foreach (var (_, of, spread) in Spreads)
            if (Has(of))
                (spread(this) ??= new()).Clear();
        Slowest.Begin(window.Slowest);
        LastSettled = window.From;
        Laps = window.HasLaps ? _keptLaps ??= new() : null;
        Laps?.Begin(window);
    }

    /// <summary>Adds what another lane counted in the same measurement.</summary>
    public void Add(Counts lane)
    {
        foreach (var (_, _, number) in Numbers)
            number(this) += number(lane);
        foreach (var (_, of, spread) in Spreads)
            if (Has(of))
                spread(this)!.Add(spread(lane)!);
        Slowest.Add(lane.Slowest);
        LastSettled = Math.Max(LastSettled, lane.LastSettled);
    }

    public void Write(Utf8JsonWriter json)
    {
        foreach (var (name, of, number) in Numbers)
            if (Has(of))
                json.WriteNumber(name, number(this));
        foreach (var (name, of, spread) in Spreads)
            if (Has(of))
                spread(this)!.WriteSparse(json, name);
        if (hasTicks)
            json.WriteNumber("snapshots", SnapshotsReceived + SnapshotsLost);
        json.WriteNumberOrNull("rtt_max_ns", RoundTrips!.Total > 0 ? RoundTrips.Max : null);
        json.WriteNumberOrNull("rtt_sum_ns", RoundTrips.Total > 0 ? RoundTrips.Sum : null);
        Slowest.Write(json);
    }

    public void CountSent(long now)
    {
        Sent++;
        Laps?.Sent(now);
    }

    /// <summary>A counted message was answered or lost.</summary>
    /// <returns>True when counting ends with it.</returns>
    public bool Settled(long now)
    {
        LastSettled = now;
        return Laps is not null && Laps.Settled(now);
    }

    public void CountChurned(long connectNs, long firstByteNs)
    {
        Connects!.Record(connectNs);
        FirstBytes!.Record(firstByteNs);
    }

    /// <summary>Nothing is counted any more.</summary>
    public void Free()
    {
        foreach (var (_, _, spread) in Spreads)
            spread(this)?.Dispose();
    }
}
