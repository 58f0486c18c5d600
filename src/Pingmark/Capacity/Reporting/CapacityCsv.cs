using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports;

namespace Pingmark.Capacity.Reporting;

/// <summary>Makes tables for spreadsheets and data frames, with the names and units of capacity-summary.json and
/// steps.jsonl. Each row tells its run, so that the rows of several runs can stand in one table.</summary>
public static class CapacityCsv
{
    private sealed record CellRow(string Run, CapacitySummary Summary, CellCapacity Cell, CapacityComparison? Compared);

    private sealed record PointRow(string Run, CellCapacity Cell, CurvePoint Point);

    private sealed record StepRow(string Run, CapacityStep Step, ObjectiveValue? Objective);

    private static readonly IReadOnlyList<CsvColumn<CellRow>> CellColumns =
    [
        CsvColumn<CellRow>.Text("run", row => row.Run),
        CsvColumn<CellRow>.Text("suite", row => row.Summary.Suite),
        CsvColumn<CellRow>.Time("started_at", row => row.Summary.StartedAt),
        CsvColumn<CellRow>.Text("id", row => row.Cell.Id),
        CsvColumn<CellRow>.Text("label", row => row.Cell.Label),
        CsvColumn<CellRow>.Text("stack", row => row.Cell.Stack),
        CsvColumn<CellRow>.Text("client", row => row.Cell.Client),
        CsvColumn<CellRow>.Count("connections", row => row.Cell.Scenario.Connections),
        CsvColumn<CellRow>.Count("message_bytes", row => row.Cell.Scenario.MessageBytes),
        CsvColumn<CellRow>.Text("kind", row => row.Summary.Kind.Word()),
        CsvColumn<CellRow>.Text("objectives", row => string.Join(' ', row.Summary.Objectives.Select(one => one.Text))),
        CsvColumn<CellRow>.Text("outcome", row => row.Cell.Outcome.Word()),
        CsvColumn<CellRow>.Text("reason", row => row.Cell.Reason),
        .. Estimate("capacity", row => row.Cell.Capacity),
        .. Estimate("per_core", row => row.Cell.PerCore),
        CsvColumn<CellRow>.Count("server_cores", row => row.Cell.ServerCores),
        CsvColumn<CellRow>.Number("highest_met", row => row.Cell.HighestMet),
        CsvColumn<CellRow>.Number("lowest_missed", row => row.Cell.LowestMissed),
        CsvColumn<CellRow>.Text("limited_by", row => row.Cell.LimitedBy),
        CsvColumn<CellRow>.Number("knee", row => row.Cell.Knee),
        CsvColumn<CellRow>.Count("server_bytes_per_connection", row => row.Cell.ServerBytesPerConnection),
        CsvColumn<CellRow>.Count("client_bytes_per_connection", row => row.Cell.ClientBytesPerConnection),
        CsvColumn<CellRow>.Count("generations", row => row.Cell.Generations.Count),
        CsvColumn<CellRow>.Count("windows", row => row.Cell.Windows),
        CsvColumn<CellRow>.Text("baseline", row => row.Compared?.B),
        .. Estimate("ratio", row => row.Compared?.Ratio),
        CsvColumn<CellRow>.Text("verdict", row => row.Compared?.Verdict.Word()),
    ];

    private static readonly IReadOnlyList<CsvColumn<PointRow>> PointColumns =
    [
        CsvColumn<PointRow>.Text("run", row => row.Run),
        CsvColumn<PointRow>.Text("id", row => row.Cell.Id),
        CsvColumn<PointRow>.Text("label", row => row.Cell.Label),
        CsvColumn<PointRow>.Text("stack", row => row.Cell.Stack),
        CsvColumn<PointRow>.Number("offered", row => row.Point.Offered),
        CsvColumn<PointRow>.Number("of_capacity", row => row.Point.OfCapacity),
        CsvColumn<PointRow>.Number("offered_per_s", row => row.Point.OfferedPerS),
        CsvColumn<PointRow>.Number("achieved_per_s", row => row.Point.AchievedPerS),
        CsvColumn<PointRow>.Number("p50_ns", row => row.Point.P50Ns),
        CsvColumn<PointRow>.Number("p99_ns", row => row.Point.P99Ns),
        CsvColumn<PointRow>.Number("p999_ns", row => row.Point.P999Ns),
        CsvColumn<PointRow>.Number("lost", row => row.Point.Lost),
        CsvColumn<PointRow>.Number("server_cpu_cores", row => row.Point.ServerCpuCores),
        CsvColumn<PointRow>.Number("client_cpu_cores", row => row.Point.ClientCpuCores),
        CsvColumn<PointRow>.Count("windows", row => row.Point.Windows),
        CsvColumn<PointRow>.Count("met", row => row.Point.Met),
        CsvColumn<PointRow>.Count("client_bound", row => row.Point.ClientBound),
    ];

    private static readonly IReadOnlyList<CsvColumn<StepRow>> StepColumns =
    [
        CsvColumn<StepRow>.Text("run", row => row.Run),
        CsvColumn<StepRow>.Text("cell", row => row.Step.Cell),
        CsvColumn<StepRow>.Count("generation", row => row.Step.Generation),
        CsvColumn<StepRow>.Count("number", row => row.Step.Number),
        CsvColumn<StepRow>.Text("status", row => row.Step.Status.Word()),
        CsvColumn<StepRow>.Text("reason", row => row.Step.Reason),
        CsvColumn<StepRow>.Number("started_at_s", row => row.Step.StartedAtS),
        CsvColumn<StepRow>.Number("offered", row => row.Step.Offered),
        CsvColumn<StepRow>.Number("offered_per_s", row => row.Step.OfferedPerS),
        CsvColumn<StepRow>.Text("objective", row => row.Objective?.Objective),
        CsvColumn<StepRow>.Number("value", row => row.Objective?.Value),
        CsvColumn<StepRow>.Text("is_met", row => Word(row.Objective?.IsMet)),
        CsvColumn<StepRow>.Text("client_bound", row => row.Step.ClientBound),
        CsvColumn<StepRow>.Text("is_cut_short", row => Word(row.Step.IsCutShort)),
        CsvColumn<StepRow>.Count("duration_ns", row => row.Step.Window?.DurationNs),
        CsvColumn<StepRow>.Count("sent", row => row.Step.Window?.Sent),
        CsvColumn<StepRow>.Count("received", row => row.Step.Window?.Received),
        CsvColumn<StepRow>.Count("lost", row => row.Step.Window?.Lost),
        CsvColumn<StepRow>.Text("server_cpus", row => row.Step.ServerCpus),
        CsvColumn<StepRow>.Text("client_cpus", row => row.Step.ClientCpus),
    ];

    internal static IEnumerable<string> Names =>
        CellColumns
            .Select(column => column.Name)
            .Concat(PointColumns.Select(column => column.Name))
            .Concat(StepColumns.Select(column => column.Name));

    public static string Cells(CapacitySummary summary, string run, CsvFormat? format = null) =>
        CsvTable.Render(
            CellColumns,
            summary.Cells.Select(cell => new CellRow(
                run,
                summary,
                cell,
                summary.Comparisons.FirstOrDefault(comparison => comparison.A == cell.Id)
            )),
            format
        );

    public static string Curves(CapacitySummary summary, string run, CsvFormat? format = null) =>
        CsvTable.Render(
            PointColumns,
            summary.Cells.SelectMany(cell => cell.Curve.Select(point => new PointRow(run, cell, point))),
            format
        );

    /// <summary>A row a window and objective; one for a step without a window.</summary>
    public static string Steps(IEnumerable<CapacityStep> steps, string run, CsvFormat? format = null) =>
        CsvTable.Render(
            StepColumns,
            steps.SelectMany(step =>
                step.Objectives.Count == 0
                    ? [new StepRow(run, step, null)]
                    : step.Objectives.Select(objective => new StepRow(run, step, objective))
            ),
            format
        );

    private static IEnumerable<CsvColumn<CellRow>> Estimate(string name, Func<CellRow, Estimate?> of) =>
        [
            CsvColumn<CellRow>.Number(name, row => of(row)?.Value),
            CsvColumn<CellRow>.Number($"{name}_ci_low", row => of(row)?.CiLow),
            CsvColumn<CellRow>.Number($"{name}_ci_high", row => of(row)?.CiHigh),
        ];

    private static string Word(bool? value) => value is { } known ? (known ? "true" : "false") : "";
}
