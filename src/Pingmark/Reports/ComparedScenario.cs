using Pingmark.Comparing;
using Pingmark.Model;

namespace Pingmark.Reports;

/// <summary>The cells of one scenario of two runs: one table.</summary>
internal sealed record ComparedScenario(string Title, string Drift, IReadOnlyList<IReadOnlyList<string>> Rows)
{
    public static readonly IReadOnlyList<FittedColumn> Columns =
    [
        new("Stack") { Breaks = "/" },
        new("Figure"),
        new("Baseline") { IsFigure = true, Rank = 2 },
        new("Run") { IsFigure = true, Rank = 1 },
        new("Without drift"),
    ];

    /// <summary>Those that have figures, in the order of the baseline.</summary>
    public static IReadOnlyList<ComparedScenario> Of(RunComparison comparison)
    {
        var scenarios = comparison.Cells.Select(cell => cell.Scenario).Distinct().ToList();
        return comparison
            .Cells.Where(cell => cell.Figures.Count > 0)
            .GroupBy(cell => cell.Scenario)
            .Select(group => new ComparedScenario(
                ScenarioText.Title(group.Key, scenarios),
                ComparisonWords.Drift(
                    comparison.Drifts.Where(drift => drift.Scenario == group.Key).ToList(),
                    comparison.Cells.Any(cell => cell.IsReference)
                ),
                group.SelectMany(Of).ToList()
            ))
            .ToList();
    }

    private static IEnumerable<IReadOnlyList<string>> Of(ComparedCell cell) =>
        cell.Figures.Select(
            (figure, i) =>
                (IReadOnlyList<string>)
                    [
                        i == 0 ? Name(cell) : "",
                        ComparisonWords.Title(figure.Metric),
                        ComparisonWords.Value(figure.Metric, figure.Baseline),
                        ComparisonWords.Value(figure.Metric, figure.Run),
                        ComparisonWords.Ratio(figure),
                    ]
        );

    private static string Name(ComparedCell cell) =>
        cell.Client == cell.Stack ? cell.Label : $"{cell.Label} (client {cell.Client})";
}
