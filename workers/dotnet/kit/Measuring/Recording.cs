namespace Pingmark.Worker.Kit;

/// <summary>Decides what is recorded of a lane's round trips. It is chosen for each measurement, by whether its load has
/// times of its own.</summary>
internal abstract class Recording
{
    public static Recording Of(Counts counts, bool isTimed) =>
        isTimed
            ? new RecordingBy<TimedRecording>(new(counts), counts)
            : new RecordingBy<UntimedRecording>(new(counts), counts);

    /// <summary>Verifies the answers of one receive, and records those that count and are intact.</summary>
    /// <param name="received">Where their bodies are.</param>
    /// <param name="now">When they came.</param>
    public abstract void Verify(Arrivals arrivals, ReadOnlySpan<byte> received, int bodyBytes, long now);
}

/// <summary>Records one round trip. It is a struct, so that the compiler puts it into the loop over the answers.</summary>
internal interface IRoundTrips
{
    /// <param name="roundTripNs">From the message's intended time.</param>
    /// <param name="lateNs">From its intended time to its send.</param>
    void Record(long roundTripNs, long lateNs);
}

internal sealed class RecordingBy<TRoundTrips>(TRoundTrips roundTrips, Counts counts) : Recording
    where TRoundTrips : struct, IRoundTrips
{
    public override void Verify(Arrivals arrivals, ReadOnlySpan<byte> received, int bodyBytes, long now) =>
        arrivals.Verify(received, bodyBytes, now, roundTrips, ref counts.Corrupt);
}

/// <summary>Messages were intended for when they were sent.</summary>
internal readonly struct UntimedRecording(Counts counts) : IRoundTrips
{
    private readonly Histogram _roundTrips = counts.RoundTrips!;

    public void Record(long roundTripNs, long lateNs) => _roundTrips.Record(roundTripNs);
}

internal readonly struct TimedRecording(Counts counts) : IRoundTrips
{
    private readonly Histogram _roundTrips = counts.RoundTrips!;
    private readonly Histogram _uncorrected = counts.Uncorrected!;
    private readonly Histogram _sendLateness = counts.SendLateness!;

    public void Record(long roundTripNs, long lateNs)
    {
        _roundTrips.Record(roundTripNs);
        _uncorrected.Record(roundTripNs - lateNs);
        _sendLateness.Record(lateNs);
    }
}
