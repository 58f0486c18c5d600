using System.Globalization;
using Pingmark.Model;

namespace Pingmark.Workers;

/// <summary>What a client was asked to measure, as far as its result can be held against it.</summary>
/// <param name="Load">What it is connected for.</param>
public sealed record AskedRun(RunRequest Run, Scenario Load)
{
    /// <summary>Clocks of two processes are read one after the other.</summary>
    private const double ClockTolerance = 1.001;
    private const long ClockMarginNs = 1_000_000;

    /// <summary>Standard deviations of a Poisson process that no generator strays from its mean.</summary>
    private const double FarthestArrivals = 8;

    /// <summary>At each end of the window, and rounding.</summary>
    private const long EdgeMessages = 10;

    /// <param name="askedNs">When it was asked for, by the clock that the worker has, too; null: it has
    /// another.</param>
    /// <param name="tookNs">From the request to its answer, by our clock; null: not known.</param>
    /// <returns>What can't be true of an answer to this; null: nothing.</returns>
    public string? Contradiction(Measurement it, long? askedNs, long? tookNs) =>
        OfWindow(it, tookNs)
        ?? OfClock(it, askedNs, tookNs)
        ?? OfMessages(it, tookNs)
        ?? OfTicks(it)
        ?? (Load.RatePerS is { } rate ? OfRate(it, rate) : OfSlots(it));

    private string? OfWindow(Measurement it, long? tookNs)
    {
        if (Run.CountedNs is { } asked && it.DurationNs != asked)
            return $"counted a window of {it.DurationNs} ns, {asked} ns were asked for";
        return tookNs is { } took && Run.SettleNs + it.DurationNs > took * ClockTolerance + ClockMarginNs
            ? $"claims {Run.SettleNs} ns of load and then a window of {it.DurationNs} ns, and answered within {took} ns"
            : null;
    }

    /// <summary>The window is between the request and its answer.</summary>
    private string? OfClock(Measurement it, long? askedNs, long? tookNs) =>
        askedNs is { } asked
        && tookNs is { } took
        && (it.FromNs < asked + Run.SettleNs - ClockMarginNs || it.ToNs > asked + took + ClockMarginNs)
            ? $"counted from {it.FromNs} to {it.ToNs} ns by the clock of this machine, by which it was asked at "
                + $"{asked} ns for {Run.SettleNs} ns of load and then to count, and answered at {asked + took} ns"
            : null;

    private string? OfMessages(Measurement it, long? tookNs)
    {
        if (Run.Messages is { } most && it.Sent > most + (Run.LapMessages ?? 0))
            return $"counted {it.Sent} messages, {most} were asked for";
        if (Run.LapMessages is { } lap && it.LapsNs.Count > it.Sent / lap)
            return $"counted {it.LapsNs.Count} laps of {lap} messages, and {it.Sent} messages in all";
        if (it.SilentConnections > Load.Connections)
            return $"{it.SilentConnections} of {Load.Connections} connections are silent";
        var arrived = Counter.All.Where(counter => counter.IsOfArrivals).Max(counter => it[counter]);
        return arrived > tookNs ? $"{arrived} answers within {tookNs} ns: more than can be" : null;
    }

    private string? OfTicks(Measurement it) =>
        Load.IsTick && it.Known(Counter.SnapshotsDue) is null
            ? "tells of no snapshots, which it was connected for"
            : null;

    private string? OfRate(Measurement it, int ratePerS)
    {
        if (Run.DurationNs is not { } asked)
            return null;
        var due = ratePerS * (asked / 1e9);
        var margin = EdgeMessages + (Load.Arrivals == Arrivals.Poisson ? FarthestArrivals * Math.Sqrt(due) : 0);
        var told = it.Sent + it.Unsent;
        return Math.Abs(told - due) > margin
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"tells of {told} messages that were due, at {ratePerS} a second there are {due:0}"
            )
            : null;
    }

    /// <summary>In a closed loop a slot's messages go one after the other, the last of them before the window's
    /// end.</summary>
    private string? OfSlots(Measurement it)
    {
        if (it.Unsent > 0)
            return $"{it.Unsent} messages were not sent, and none was due";
        var most = (Int128)Load.TotalInFlight * (it.DurationNs + (it.RttMaxNs ?? 0));
        return it.RttSumNs > most
            ? $"its round trips add up to {it.RttSumNs} ns, more than {Load.TotalInFlight} in flight can have in a "
                + $"window of {it.DurationNs} ns"
            : null;
    }
}
