namespace Pingmark.Model;

/// <summary>What a worker found of one of its runtime's clocks.</summary>
public sealed record TimerReading
{
    public required string Name { get; init; }

    /// <summary>The clock's resolution, in whole ns: the step of its value, of which the differences of readings are
    /// multiples, and which may be far below what a call takes; null if the clock stood still while it was
    /// watched.</summary>
    public required long? StepNs { get; init; }

    /// <summary>The cost of one reading, in ns: the median over batches of a thousand calls that were timed
    /// together.</summary>
    public required double CallNs { get; init; }

    /// <summary>Whether the clock's makers promise that it never goes back.</summary>
    public required bool IsMonotonic { get; init; }

    /// <summary>How often the clock went back while it was watched.</summary>
    public required long WentBack { get; init; }

    /// <summary>How far off the difference of two readings can be, in ns: each reading is late by less than a step, and
    /// one call lies between them.</summary>
    public double? ErrorNs => StepNs + CallNs;

    /// <summary>How far off the mean of several round trips can be, in ns, when they are timed as a whole.</summary>
    public double? ErrorOfEachNs(int roundTrips) => ErrorNs / roundTrips;
}
