namespace Pingmark.Worker.Kit;

/// <summary>What one lane counted in one measurement.</summary>
public sealed class Counts
{
    private Strays _strays;

    /// <summary>What comes while the lane is parked belongs to the next measurement, for the last one is being
    /// reported.</summary>
    private Strays _straysAtRest;

    /// <summary>From the intended time to the answer.</summary>
    public Histogram RoundTrips { get; } = new();

    /// <summary>Of timed loads: from the send to the answer.</summary>
    public Histogram? Uncorrected { get; private set; }

    /// <summary>Of timed loads: from the intended time to the send.</summary>
    public Histogram? SendLateness { get; private set; }

    public long Sent { get; private set; }
    public long Received { get; private set; }
    public long Lost { get; private set; }
    public long Unsent { get; private set; }
    public long Reordered { get; private set; }
    public int SilentConnections { get; private set; }
    public long Corrupt => _strays.Corrupt;
    public long Late => _strays.Late;
    public long Duplicated => _strays.Duplicated;

    /// <summary>When the last counted message was answered or lost.</summary>
    public long LastSettled { get; private set; }
    public Laps? Laps { get; private set; }

    /// <summary>Answers that nobody waited for, or not for these.</summary>
    private struct Strays
    {
        public long Corrupt;
        public long Late;
        public long Duplicated;
    }

    public void Begin(Window window, bool isTimed)
    {
        RoundTrips.Clear();
        Uncorrected = Fresh(Uncorrected, isTimed);
        SendLateness = Fresh(SendLateness, isTimed);
        Sent = Received = Lost = Unsent = Reordered = 0;
        SilentConnections = 0;
        (_strays, _straysAtRest) = (_straysAtRest, default);
        LastSettled = window.From;
        Laps = window.HasLaps ? new Laps(window) : null;
    }

    /// <summary>Most lanes never have a timed load, and many lanes would have many histograms.</summary>
    private static Histogram? Fresh(Histogram? histogram, bool isTimed)
    {
        histogram?.Clear();
        return histogram ?? (isTimed ? new Histogram() : null);
    }

    public void CountSent(long now)
    {
        Sent++;
        Laps?.Sent(now);
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
        return Laps is not null && Laps.Settled(now);
    }

    public void CountReordered() => Reordered++;

    public void CountSilentConnection() => SilentConnections++;

    public void CountCorrupt(bool atRest) => (atRest ? ref _straysAtRest : ref _strays).Corrupt++;

    public void CountLate(bool atRest) => (atRest ? ref _straysAtRest : ref _strays).Late++;

    public void CountDuplicated(bool atRest) => (atRest ? ref _straysAtRest : ref _strays).Duplicated++;
}
