namespace Pingmark.Worker.Kit;

/// <summary>What one lane counted in one measurement.</summary>
public sealed class Counts
{
    /// <summary>From the intended time to the answer.</summary>
    public Histogram RoundTrips { get; } = new();

    /// <summary>Of timed loads: from the send to the answer.</summary>
    public Histogram? Uncorrected { get; private set; }

    /// <summary>Of timed loads: from the intended time to the send.</summary>
    public Histogram? SendLateness { get; private set; }

    /// <summary>Of a connection for each message: until it was connected, and until the first byte of an
    /// answer.</summary>
    public Histogram? Connects { get; private set; }
    public Histogram? FirstBytes { get; private set; }

    /// <summary>Null where the server sends nothing unasked.</summary>
    internal SnapshotCounts? Snapshots { get; set; }

    public long Sent { get; private set; }
    public long Received { get; private set; }
    public long Lost { get; private set; }
    public long Unsent { get; private set; }
    public long Reordered { get; private set; }
    public long Corrupt { get; private set; }
    public long Late { get; private set; }
    public long Duplicated { get; private set; }
    public int SilentConnections { get; private set; }

    /// <summary>From the run's beginning to its end, whether they count or not.</summary>
    public long Answered { get; internal set; }

    /// <summary>When the last counted message was answered or lost.</summary>
    public long LastSettled { get; private set; }

    /// <summary>Null without laps.</summary>
    public Laps? Laps => _hasLaps ? _laps : null;

    private Laps? _laps;
    private bool _hasLaps;

    public void Begin(Window window, bool isTimed)
    {
        RoundTrips.Clear();
        Uncorrected = Fresh(Uncorrected, isTimed);
        SendLateness = Fresh(SendLateness, isTimed);
        Connects?.Clear();
        FirstBytes?.Clear();
        Snapshots?.Begin();
        Sent = Received = Lost = Unsent = Reordered = Corrupt = Late = Duplicated = Answered = 0;
        SilentConnections = 0;
        LastSettled = window.From;
        _hasLaps = window.HasLaps;
        if (_hasLaps)
            (_laps ??= new()).Begin(window);
    }

    /// <summary>Most lanes never have a timed load, and many lanes would have many histograms.</summary>
    private static Histogram? Fresh(Histogram? histogram, bool isTimed)
    {
        histogram?.Clear();
        return histogram ?? (isTimed ? new Histogram() : null);
    }

    public void CountChurned(long connectNs, long firstByteNs)
    {
        (Connects ??= new()).Record(connectNs);
        (FirstBytes ??= new()).Record(firstByteNs);
    }

    public void CountSent(long now)
    {
        Sent++;
        if (_hasLaps)
            _laps!.Sent(now);
    }

    public void CountUnsent() => Unsent++;

    /// <returns>True when counting ends with this message.</returns>
    public bool CountReceived(long now)
    {
        Received++;
        return Settled(now);
    }

    /// <returns>True when counting ends with this message.</returns>
    public bool CountLost(long now)
    {
        Lost++;
        return Settled(now);
    }

    private bool Settled(long now)
    {
        LastSettled = now;
        return _hasLaps && _laps!.Settled(now);
    }

    public void CountReordered() => Reordered++;

    public void CountSilentConnection() => SilentConnections++;

    public void CountCorrupt() => Corrupt++;

    public void CountLate(long messages = 1) => Late += messages;

    public void CountDuplicated() => Duplicated++;

    /// <summary>Nothing is counted any more.</summary>
    public void Free()
    {
        RoundTrips.Dispose();
        Uncorrected?.Dispose();
        SendLateness?.Dispose();
        Connects?.Dispose();
        FirstBytes?.Dispose();
        Snapshots?.Dispose();
    }
}
