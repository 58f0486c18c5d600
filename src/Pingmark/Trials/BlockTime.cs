using System.Diagnostics;

namespace Pingmark.Trials;

/// <summary>Holds a block of a run with a budget to its time. Slices that are measured again, and stacks that come back
/// late, take time that no plan knows; it comes off the second half of the slices, and not off the rounds to
/// come.</summary>
/// <param name="plannedNs">The time that the block has from the moment at which this is made.</param>
internal sealed class BlockTime(long plannedNs)
{
    private readonly long _beganAt = Stopwatch.GetTimestamp();
    private long _reservedNs;
    private double _slicingNs;
    private int _slices;

    /// <summary>Keeps time for what comes between slices that are still to come.</summary>
    public void Reserve(long ns) => _reservedNs = ns;

    /// <summary>Is told how long slices took.</summary>
    public void RecordSlices(int slices, TimeSpan took)
    {
        _slices += slices;
        _slicingNs += took.TotalNanoseconds;
    }

    /// <summary>Whether so many slices more end in time at the pace of those before.</summary>
    public bool HasRoomFor(int slices) =>
        slices * _slicingNs / Math.Max(1, _slices)
        <= plannedNs - _reservedNs - Stopwatch.GetElapsedTime(_beganAt).TotalNanoseconds;
}
