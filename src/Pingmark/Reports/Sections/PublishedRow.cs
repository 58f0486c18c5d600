using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Reports.Sections;

/// <summary>A published figure beside the measured one. The hardware differs, so the ratios to the baseline, where both
/// are known, are what to compare.</summary>
internal sealed record PublishedRow(
    CellSummary Cell,
    PublishedFigure Figure,
    double? MeasuredRatio,
    double? PublishedRatio
)
{
    public static string Caution(IEnumerable<PublishedRow> rows) =>
        "The hardware differs: only ratios and shapes can agree."
        + (rows.Any(row => row.MeasuredRatio is not null) ? " Ratios to the baseline: measured (published)." : "");

    /// <summary>The figures that were published for the group's cells, in the group's order.</summary>
    public static IReadOnlyList<PublishedRow> ForGroup(ScenarioGroup group, Summary summary)
    {
        if (summary.Published is not { } published)
            return [];
        return group
            .Cells.SelectMany(cell =>
                published
                    .Figures.Where(f => Matches(f, cell))
                    .Where(f => f.Setting is null || f.Setting == summary.SettingOf(cell))
                    .Select(f => Row(cell, f))
            )
            .ToList();

        PublishedRow Row(CellSummary cell, PublishedFigure figure)
        {
            // Only figures of the same conditions make a ratio.
            var other = published.Figures.FirstOrDefault(f =>
                f.Metric == figure.Metric
                && f.Note == figure.Note
                && f.Setting == figure.Setting
                && Matches(f, group.Baseline)
            );
            if (
                cell == group.Baseline
                || other is null
                || other == figure
                || cell.Status != CellStatus.Ok
                || group.Baseline.Status != CellStatus.Ok
            )
                return new(cell, figure, null, null);
            return new(
                cell,
                figure,
                Divide(Measured(cell, figure), Measured(group.Baseline, figure)),
                Divide(figure.Value, other.Value)
            );
        }
    }

    private bool IsLap => Known == Schema.Metric.LapMean;

    public string Metric => Known?.Title ?? Figure.Metric;

    /// <summary>The measured figure as text, or the status of a cell whose figures may not be compared.</summary>
    public string MeasuredText =>
        Cell.Status != CellStatus.Ok ? Cell.Status.Word()
        : IsLap ? TableSections.LapTime(Cell)
        : Known?.Text(Cell) ?? NumberText.Missing;

    /// <summary>The published figure as text: laps in ms with every published digit, <c>220.21 ± 1.85</c>, other
    /// figures like measured ones.</summary>
    public string PublishedText => Format(Figure.Value) + (Figure.Spread is { } spread ? $" ± {Format(spread)}" : "");

    /// <summary>The measured and the published ratio to the baseline: <c>0.97x (1.09x)</c>.</summary>
    public string RatioText =>
        PublishedRatio is { } published ? $"{Ratio(MeasuredRatio)} ({Ratio(published)})" : NumberText.Missing;

    /// <summary>Under which conditions the figure was measured: <c>one machine</c>.</summary>
    public string Conditions =>
        string.Join(
            "; ",
            new[] { Figure.Setting is { } setting ? Words(setting) : "", Figure.Note }.Where(text => text.Length > 0)
        );

    public static string Words(Setting setting) => setting.Word().Replace('_', ' ');

    private Metric? Known => Schema.Metric.Find(Figure.Metric);

    private string Format(double value) =>
        Known is { } known && !IsLap ? known.Format(value) : NumberText.Significant(value, 6);

    private static bool Matches(PublishedFigure figure, CellSummary cell) =>
        (figure.Stack is null || figure.Stack == cell.Stack || figure.Stack == cell.Label)
        && (figure.Scenario is null || figure.Scenario == cell.Scenario.Name)
        && (figure.Connections is null || figure.Connections == cell.Scenario.Connections)
        && (figure.InFlight is null || figure.InFlight == cell.Scenario.InFlight);

    private static double? Measured(CellSummary cell, PublishedFigure figure) =>
        Schema.Metric.Find(figure.Metric)?.EstimateOf(cell)?.Value;

    private static double? Divide(double? a, double? b) => b is 0 ? null : a / b;

    private static string Ratio(double? value) => EstimateText.Ratio(value ?? double.NaN);
}
