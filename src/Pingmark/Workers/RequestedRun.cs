using System.Globalization;
using Pingmark.Model;

namespace Pingmark.Workers;

/// <summary>What a client was asked to measure, with the checks whether its result can be true.</summary>
/// <param name="Scenario">The scenario that the client is connected for.</param>
public sealed record RequestedRun(RunRequest Run, Scenario Scenario)
{
    /// <summary>The tolerance for durations: the clocks of two processes are read one after the other.</summary>
    private const double ClockTolerance = 1.001;
    private const long ClockMarginNs = 1_000_000;

    /// <summary>The standard deviations that a Poisson process does not exceed in practice.</summary>
    private const double MaxStandardDeviations = 8;

    /// <summary>The messages that may be missing or too many at the ends of the window, and by rounding.</summary>
    private const long EdgeMessages = 10;

    /// <param name="askedNs">When the run was asked for, in ns by the clock that the worker shares; null where the
    /// worker has another clock.</param>
    /// <param name="tookNs">The time from the request to its answer, in ns by the controller's clock; null where it is
    /// not known.</param>
    /// <returns>What can't be true of the measurement; null if nothing.</returns>
    public string? FindContradiction(Measurement it, long? askedNs, long? tookNs) =>
        FindInWindow(it, tookNs)
        ?? FindInClock(it, askedNs, tookNs)
        ?? FindInMessages(it, tookNs)
        ?? FindInTicks(it)
        ?? FindInSlowest(it)
        ?? (Scenario.RatePerS is { } rate ? FindInRate(it, rate) : FindInSlots(it));

    private string? FindInWindow(Measurement it, long? tookNs)
    {
        if (Run.CountedNs is { } asked && it.DurationNs != asked)
            return $"counted a window of {it.DurationNs} ns, {asked} ns were asked for";
        return tookNs is { } took && Run.SettleNs + it.DurationNs > took * ClockTolerance + ClockMarginNs
            ? $"claims {Run.SettleNs} ns of load and then a window of {it.DurationNs} ns, and answered within {took} ns"
            : null;
    }

    /// <summary>Checks that the window is between the request and its answer.</summary>
    private string? FindInClock(Measurement it, long? askedNs, long? tookNs) =>
        askedNs is { } asked
        && tookNs is { } took
        && (it.FromNs < asked + Run.SettleNs - ClockMarginNs || it.ToNs > asked + took + ClockMarginNs)
            ? $"counted from {it.FromNs} to {it.ToNs} ns by the clock of this machine, by which it was asked at "
                + $"{asked} ns for {Run.SettleNs} ns of load and then to count, and answered at {asked + took} ns"
            : null;

    private string? FindInMessages(Measurement it, long? tookNs)
    {
        if (Run.Messages is { } most && it.Sent > most + (Run.LapMessages ?? 0))
            return $"counted {it.Sent} messages, {most} were asked for";
        if (Run.LapMessages is { } lap && it.LapsNs.Count > it.Sent / lap)
            return $"counted {it.LapsNs.Count} laps of {lap} messages, and {it.Sent} messages in all";
        if (it.SilentConnections > Scenario.Connections)
            return $"{it.SilentConnections} of {Scenario.Connections} connections are silent";
        var arrived = Counter.All.Where(counter => counter.CountsArrivals).Max(counter => it[counter]);
        return arrived > tookNs ? $"{arrived} answers within {tookNs} ns: more than can be" : null;
    }

    private string? FindInTicks(Measurement it) =>
        Scenario.Load.HasSnapshots && it.ValueOrNull(Counter.SnapshotsDue) is null
            ? "tells of no snapshots, which it was connected for"
            : null;

    private string? FindInSlowest(Measurement it)
    {
        var told = it.Slowest ?? new([], [], [], []);
        var asked = Math.Min(Run.Slowest ?? 0, it.Rtt.Count);
        if (told.Connections.Count != asked)
            return $"tells {told.Connections.Count} slowest messages of {it.Rtt.Count}, {Run.Slowest ?? 0} were asked "
                + "for";
        if (told.Connections.Any(number => number >= Scenario.Connections))
            return $"one of its slowest messages is of connection {told.Connections.Max()}, of {Scenario.Connections}";
        return told.IntendedNs.Any(at => at < it.FromNs || at > it.ToNs)
            ? $"one of its slowest messages is not of its window, which is from {it.FromNs} to {it.ToNs} ns"
            : null;
    }

    private string? FindInRate(Measurement it, int ratePerS)
    {
        if (Run.DurationNs is not { } asked)
            return null;
        var due =
            Scenario.Replay?.CountDueMessages(Run.SettleNs, Run.SettleNs + asked, Scenario.Connections)
            ?? ratePerS * (asked / 1e9);
        var margin =
            EdgeMessages
            + (Scenario.Burst ?? 0)
            + (Scenario.Arrivals == Arrivals.Poisson ? MaxStandardDeviations * Math.Sqrt(due) : 0);
        var told = it.Sent + it.Unsent;
        return Math.Abs(told - due) > margin
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"tells of {told} messages that were due, at {ratePerS} a second there are {due:0}"
            )
            : null;
    }

    /// <summary>Checks the sum of round trips: in a closed loop the messages of a slot don't overlap.</summary>
    private string? FindInSlots(Measurement it)
    {
        if (it.Unsent > 0)
            return $"{it.Unsent} messages were not sent, and none was due";
        var most = (Int128)Scenario.TotalInFlight * (it.DurationNs + (it.RttMaxNs ?? 0));
        return it.RttSumNs > most
            ? $"its round trips add up to {it.RttSumNs} ns, more than {Scenario.TotalInFlight} in flight can have in a "
                + $"window of {it.DurationNs} ns"
            : null;
    }
}
