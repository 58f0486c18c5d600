namespace Pingmark.Model;

/// <summary>What a worker found of one of its runtime's clocks.</summary>
public sealed record TimerReading
{
    public required string Name { get; init; }

    /// <summary>The clock's resolution, in whole ns; null if the clock stood still while it was watched.</summary>
    public required long? StepNs { get; init; }

    /// <summary>The cost of one reading, in ns: the median over batches of a thousand calls.</summary>
    public required double CallNs { get; init; }

    /// <summary>Whether the clock's makers promise that it never goes back.</summary>
    public required bool IsMonotonic { get; init; }

    /// <summary>How often the clock went back while it was watched.</summary>
    public required long WentBack { get; init; }

    /// <summary>The error of a time between two readings, in ns: a step, and one call.</summary>
    public double? ErrorNs => StepNs + CallNs;

    /// <summary>How far off the mean of several round trips can be, in ns, when they are timed as a whole.</summary>
    public double? ErrorOfEachNs(int roundTrips) => ErrorNs / roundTrips;
}
