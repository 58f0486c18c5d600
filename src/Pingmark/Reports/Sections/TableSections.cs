using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports.Document;
using Pingmark.Schema;

namespace Pingmark.Reports.Sections;

/// <summary>The sections that are one table: laps, who had the cores, and networks.</summary>
internal static class TableSections
{
    private const string HowToReadCores =
        "In cores, of continuous windows with the load around them. Where the kernel charges threads with soft "
        + "interrupts these are in the sides' time, and the column has none.";

    private const string HowToReadNetworks =
        "Each network was measured by probes of its own before any cell used it, each way (up: from clients to "
        + "servers). Cells of a network that was not within its bounds are withheld.";

    /// <summary>Laps of many round trips that are timed as a whole.</summary>
    public static Section BuildLaps(RunSource run) =>
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
                    (Column.Figure("Mean ± stddev, ms"), cell => LapTime(cell))
                ),
            ]
        );

    /// <summary>The mean and standard deviation of laps in ms, as these trials have always been reported: <c>8.71 ±
    /// 0.12</c>.</summary>
    public static string LapTime(CellSummary cell)
    {
        if (Metric.LapMean.EstimateOf(cell) is not { } mean)
            return NumberText.Missing;
        var time = cell.LapStddevMs is { } stddev
            ? NumberText.WithSpread(mean.Value, stddev)
            : NumberText.Number(mean.Value);
        return cell.Status == CellStatus.Ok ? time : $"{time} ({cell.Status.Word()})";
    }

    /// <summary>Who had the machine's cores while continuous windows were measured.</summary>
    public static Section BuildCores(RunSource run)
    {
        const string title = "Who had the cores";
        var cells = run.Summary.Cells.Where(cell => cell.Cpu is not null).ToList();
        var table = Table.FromItems(
            title,
            cells,
            [
                (Column.Stack, cell => run.Names.Find(cell.Id)),
                .. CpuAccount.Names.Select<string, (Column, Func<CellSummary, TableCell>)>(
                    (name, at) => (Column.Figure(name), cell => NumberText.Fixed(cell.Cpu!.Parts()[at].Cores, 2))
                ),
                (Column.Figure("of cores"), cell => NumberText.Count(cell.Cpu!.Cores)),
            ]
        );
        return new("cores", title, [table, Paragraph.Small(cells.Count > 0 ? HowToReadCores : "")]);
    }

    /// <summary>Impaired networks as they were measured before any cell used them.</summary>
    public static Section BuildNetworks(RunSource run) =>
        new(
            "networks",
            "Networks",
            [
                Paragraph.Small(run.Summary.Networks.Count > 0 ? HowToReadNetworks : ""),
                NetworkText.Table("Networks", run.Summary.Networks),
            ]
        );
}
