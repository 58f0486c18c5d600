namespace Pingmark.Worker.Kit;

/// <summary>What one lane counted in one measurement.</summary>
public sealed class LaneCounts
{
    public Histogram RoundTrips { get; } = new();
    public Tally Received { get; } = new();
    public Tally Lost { get; } = new();
    public long Sent { get; private set; }
    public Strays Strays { get; private set; } = new();
    public long Reordered { get; set; }
    public int SilentConnections { get; set; }

    /// <summary>When the last counted message was answered or lost.</summary>
    public long LastSettled { get; private set; }
    public Laps? Laps { get; private set; }

    /// <param name="window">What counts.</param>
    /// <param name="strays">What came since the last measurement.</param>
    public void Begin(Window window, Strays strays)
    {
        RoundTrips.Clear();
        Received.Reset();
        Lost.Reset();
        Sent = Reordered = 0;
        Strays = strays;
        SilentConnections = 0;
        LastSettled = window.From;
        Laps = window.HasLaps ? new Laps(window) : null;
    }

    public void CountSent(long now)
    {
        Sent++;
        Laps?.Sent(now);
    }

    /// <returns>True when counting ends with this message.</returns>
    public bool Settled(long now)
    {
        LastSettled = now;
        return Laps is not null && Laps.Settled(now);
    }
}
