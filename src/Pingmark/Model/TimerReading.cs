namespace Pingmark.Model;

/// <summary>A clock of a runtime, as a program sees it.</summary>
public sealed record TimerReading
{
    public required string Name { get; init; }

    /// <summary>The smallest difference of two readings that differ, ns; null: it stood still while it was
    /// watched.</summary>
    public required long? StepNs { get; init; }

    /// <summary>What reading it costs, ns: the median of calls timed a thousand at once.</summary>
    public required double CallNs { get; init; }

    /// <summary>Whether it never goes back, as its makers promise.</summary>
    public required bool IsMonotonic { get; init; }

    /// <summary>How often it went back while it was watched.</summary>
    public required long WentBack { get; init; }

    /// <summary>How far off a time can be that is the difference of two readings, ns: each is late by less than a step,
    /// and one call lies between them.</summary>
    public double? ErrorNs => StepNs + CallNs;

    /// <summary>The same for each of many round trips that are timed as a whole, ns.</summary>
    public double? ErrorOfEachNs(int roundTrips) => ErrorNs / roundTrips;
}
