namespace Pingmark.Model;

/// <summary>What became of a cell, or of one trial of it.</summary>
public enum CellStatus
{
    Ok,

    /// <summary>It was measured, and an audit says that its figures must not be used.</summary>
    Invalid,

    /// <summary>A worker did something wrong, or nothing at all.</summary>
    Failed,

    /// <summary>The stack can't do what the scenario asks.</summary>
    Unsupported,

    /// <summary>The worker can't be built or started on this machine.</summary>
    Unavailable,

    /// <summary>The run ended before its turn came.</summary>
    Unmeasured,
}

/// <summary>What an audit says of the figures that it looked at.</summary>
public enum AuditVerdict
{
    Ok,

    /// <summary>It says how the figures are to be read.</summary>
    Note,

    /// <summary>The figures may be wrong.</summary>
    Warning,

    /// <summary>The figures must not be used.</summary>
    Invalid,
}

/// <summary>How a warm-up ended.</summary>
public enum WarmUpVerdict
{
    /// <summary>The rate (with a fixed rate, the round trips) had settled, and no compiler worked any more.</summary>
    Settled,

    /// <summary>It reached its limit while the threads of a compiler worked.</summary>
    Compiling,

    /// <summary>It reached its limit while a side worked although no messages flowed.</summary>
    Working,

    /// <summary>It reached its limit, and its last windows were slower than those before.</summary>
    Slowing,

    /// <summary>It reached its limit, and its last windows were no steady ones.</summary>
    Capped,

    /// <summary>It ended by its time: slow answers, or an impaired network, left nothing to compare.</summary>
    Timed,
}

/// <summary>The result of a comparison with the baseline; a higher rate, or a lower time or cost, is faster.</summary>
public enum ComparisonVerdict
{
    /// <summary>The chance that any faster or slower among all comparisons is wrong is 5 %.</summary>
    Faster,
    Slower,

    /// <summary>Its own 95 % interval excludes 1, but one such interval in twenty does so by chance.</summary>
    LikelyFaster,
    LikelySlower,

    /// <summary>The interval contains 1 and is narrow.</summary>
    Same,

    /// <summary>More has to be measured.</summary>
    Undecided,
}

/// <summary>How a cell was measured.</summary>
public enum Design
{
    /// <summary>The cell was measured in paired slices, alternating with its baseline.</summary>
    Slices,

    /// <summary>The cell was measured in whole trials, interleaved round by round.</summary>
    Trials,
}

/// <summary>Whether messages may be lost on their way.</summary>
public enum Transmission
{
    Reliable,
    Unreliable,
}

/// <summary>How the messages of a fixed rate are spread over time.</summary>
public enum Arrivals
{
    Uniform,

    /// <summary>Messages are sent at random times, as if many independent people sent them.</summary>
    Poisson,

    /// <summary>A connection sends <see cref="Scenario.Burst"/> messages at once; bursts are evenly spread.</summary>
    Bursts,

    /// <summary>Messages are sent as they were recorded (<see cref="Scenario.Replay"/>).</summary>
    Replay,
}
