using MathNet.Numerics.Statistics;
using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>Adds to each record what the other cells of its block went through at the same time. A shared machine may
/// speed up or slow down by a third for some seconds. A cell's slices and window can only be compared once the change
/// that all cells had in common is removed.</summary>
internal static class NeighbourMedians
{
    public static IReadOnlyList<TrialRecord> AddTo(IReadOnlyList<TrialRecord> records) =>
        [
            .. records.Select(record =>
            {
                var others = records.Where(other => other.Cell != record.Cell).ToList();
                return record with
                {
                    NeighboursUnbrokenToSliced = Median(others.Select(ContinuousToSliced)),
                    NeighboursSecondToFirstHalf = Median(others.Select(other => other.SecondToFirstHalf)),
                };
            }),
        ];

    private static double? ContinuousToSliced(TrialRecord record) =>
        record is { Slices: { Received: > 0 } slices, Unbroken: { } unbroken }
            ? unbroken.ThroughputPerS / slices.ThroughputPerS
            : null;

    private static double? Median(IEnumerable<double?> values) =>
        values.OfType<double>().ToList() is { Count: > 0 } known ? known.Median() : null;
}
