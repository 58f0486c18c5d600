namespace Pingmark.Checks;

/// <summary>How far a rate may move before checks speak. The limits differ, for what is compared does: a factor of two
/// halves of one trial scatters far more than a mean over rounds does.</summary>
internal static class RateDrift
{
    /// <summary>Of a trial: a rate that moves by a third is none.</summary>
    public const double WithinTrial = 1.3;

    /// <summary>Of a cell: where the interval over its rounds lies beyond it.</summary>
    public const double OfCell = 1.05,
        OfCellDownwards = 0.95;

    /// <summary>Of all cells together, between a tenth of the passes and another; quiet runs stay below 1.08.</summary>
    public const double OfMachine = 1.1;
}
