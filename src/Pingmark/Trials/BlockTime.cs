using System.Diagnostics;

namespace Pingmark.Trials;

/// <summary>
/// Holds a block of a run with a budget to its time. Slices that are measured again, and stacks that come back late,
/// take time that no plan knows; it comes off the second half of the slices, and not off the rounds to come.
/// </summary>
/// <param name="plannedNs">From now on.</param>
internal sealed class BlockTime(long plannedNs)
{
    private readonly long _beganAt = Stopwatch.GetTimestamp();
    private double _sliceNs;

    /// <summary>Slices until now.</summary>
    public void HaveTaken(int slices) => _sliceNs = slices == 0 ? 0 : ElapsedNs / slices;

    /// <param name="asked">Passes, an even number.</param>
    /// <param name="slices">In a pass.</param>
    /// <returns>As many of them as end in time at the pace of the slices before; an even number, 2 at least.</returns>
    public int Fitting(int asked, int slices) => Fitting(asked, slices * _sliceNs, plannedNs - ElapsedNs);

    internal static int Fitting(int asked, double passNs, double leftNs)
    {
        // Each has its mirror image.
        var pairs = passNs > 0 ? Math.Max(1, leftNs / (2 * passNs)) : asked;
        return Math.Min(asked, 2 * (int)Math.Min(asked, pairs));
    }

    private double ElapsedNs => Stopwatch.GetElapsedTime(_beganAt).TotalNanoseconds;
}
