namespace Pingmark.Worker.Kit;

/// <summary>Records a lane's round trips: what of them is chosen for each measurement, by whether its load has times of
/// its own. The choice is looked at once for each receive, and the loop over its answers is compiled for
/// both.</summary>
internal sealed class Recording(Counts counts, bool isTimed)
{
    /// <summary>Verifies the answers of one receive, and records those that count and are intact.</summary>
    /// <param name="received">Where their bodies are.</param>
    /// <param name="connection">On which they came.</param>
    /// <param name="now">When they came.</param>
    public void Verify(Arrivals arrivals, ReadOnlySpan<byte> received, int comparedBytes, int connection, long now)
    {
        var untimed = new Untimed(counts, connection, now);
        if (isTimed)
            arrivals.Verify(received, comparedBytes, now, new Timed(counts, untimed), ref counts.Corrupt);
        else
            arrivals.Verify(received, comparedBytes, now, untimed, ref counts.Corrupt);
    }

    public interface IRoundTrips
    {
        /// <param name="roundTripNs">From the message's intended time.</param>
        /// <param name="lateNs">From its intended time to its send.</param>
        void Record(long roundTripNs, long lateNs);
    }

    private readonly struct Untimed(Counts counts, int connection, long now) : IRoundTrips
    {
        public void Record(long roundTripNs, long lateNs)
        {
            counts.RoundTrips!.Record(roundTripNs);
            counts.Slowest.Offer(connection, roundTripNs, lateNs, now);
        }
    }

    private readonly struct Timed(Counts counts, Untimed untimed) : IRoundTrips
    {
        public void Record(long roundTripNs, long lateNs)
        {
            untimed.Record(roundTripNs, lateNs);
            counts.Uncorrected!.Record(roundTripNs - lateNs);
            counts.SendLateness!.Record(lateNs);
        }
    }
}
