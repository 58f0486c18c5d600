using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports.Document;
using Pingmark.Schema;

namespace Pingmark.Reports.Sections;

/// <summary>The section with laps of many round trips that are timed as a whole.</summary>
internal static class LapsSection
{
    public static Section Build(RunSource run) =>
        new(
            "laps",
            "Laps",
            [
                Table.FromItems(
                    "Laps",
                    run.Summary.Cells.Where(cell => Metric.LapMean.EstimateOf(cell) is not null),
                    (Column.Stack, cell => run.Names.Find(cell.Id)),
                    (Column.Figure("Round trips in a lap", 1), c => NumberText.Count(c.Scenario.LapMessages ?? 0)),
                    (Column.Figure("Laps", 2), c => c.Laps is { } laps ? NumberText.Count(laps) : NumberText.Missing),
                    (Column.Figure("Mean ± stddev, ms"), cell => Time(cell))
                ),
            ]
        );

    /// <summary>The mean and standard deviation of laps in ms, as these trials have always been reported: <c>8.71 ±
    /// 0.12</c>.</summary>
    public static string Time(CellSummary cell)
    {
        if (Metric.LapMean.EstimateOf(cell) is not { } mean)
            return NumberText.Missing;
        var time = cell.LapStddevMs is { } stddev
            ? NumberText.WithSpread(mean.Value, stddev)
            : NumberText.Number(mean.Value);
        return cell.Status == CellStatus.Ok ? time : $"{time} ({cell.Status.Word()})";
    }
}
