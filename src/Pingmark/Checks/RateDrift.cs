namespace Pingmark.Checks;

/// <summary>How far a rate may move before checks report it. The limits differ because what is compared does: the ratio
/// of two halves of one trial scatters far more than a mean over rounds.</summary>
internal static class RateDrift
{
    /// <summary>The limit within a trial, as a factor.</summary>
    public const double WithinTrial = 1.3;

    /// <summary>The limits of a cell, as factors; the interval over its rounds must lie beyond one of them.</summary>
    public const double OfCell = 1.05,
        OfCellDownwards = 0.95;

    /// <summary>The limit for all cells together, as a factor between the slowest tenth of the passes and the fastest;
    /// quiet runs stay below 1.08.</summary>
    public const double OfMachine = 1.1;
}
