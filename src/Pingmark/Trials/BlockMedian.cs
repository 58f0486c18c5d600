using MathNet.Numerics.Statistics;
using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>Tells what the other cells of a block went through at the same time. A shared machine is faster for some
/// seconds and slower for others, by a third and more: a cell's own slices and window can be held against each other
/// only when what all cells of the block had in common is taken off.</summary>
internal static class BlockMedian
{
    /// <summary>Describes the trials of a block.</summary>
    /// <returns>The records, each with the medians of the others.</returns>
    public static IReadOnlyList<TrialRecord> Describe(IReadOnlyList<TrialRecord> records)
    {
        var changes = records
            .Select(record => (record.Cell, Unbroken: ContinuousToSliced(record), Halves: record.SecondToFirstHalf))
            .ToList();
        return records
            .Select(record =>
                record with
                {
                    NeighboursUnbrokenToSliced = Median(
                        changes.Where(c => c.Cell != record.Cell).Select(c => c.Unbroken)
                    ),
                    NeighboursSecondToFirstHalf = Median(
                        changes.Where(c => c.Cell != record.Cell).Select(c => c.Halves)
                    ),
                }
            )
            .ToList();
    }

    private static double? ContinuousToSliced(TrialRecord record) =>
        record is { Slices: { Received: > 0 } slices, Unbroken: { } unbroken }
            ? unbroken.ThroughputPerS / slices.ThroughputPerS
            : null;

    private static double? Median(IEnumerable<double?> values) =>
        values.OfType<double>().ToList() is { Count: > 0 } known ? known.Median() : null;
}
