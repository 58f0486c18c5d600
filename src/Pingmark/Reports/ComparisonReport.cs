using Pingmark.Comparing;
using Pingmark.Formatting;
using Pingmark.Reports.Document;

namespace Pingmark.Reports;

/// <summary>The document of a comparison of two runs: a table for each scenario, and what to know about it.</summary>
public static class ComparisonReport
{
    /// <summary>The most figures that changed which a screen shows.</summary>
    private const int MostChanges = 20;

    public static ReportDocument Build(RunComparison comparison) =>
        new(
            ComparisonSentences.Headline(comparison),
            [
                Runs(comparison),
                .. comparison.Comparable
                    ? [.. Scenarios(comparison), HowToRead(comparison)]
                    : new[] { Differences(comparison) },
            ]
        )
        {
            // Part of a pull request's page, or of a build's.
            Level = 2,
        };

    /// <summary>The document for a screen: what changed, how well the rest is known, and the answer last.</summary>
    public static ReportDocument BuildInShort(RunComparison comparison)
    {
        if (!comparison.Comparable)
            return Build(comparison);
        var changes = comparison
            .Cells.SelectMany(cell => cell.Figures.Select(figure => (Cell: cell, Figure: figure)))
            .Where(one => ComparisonSentences.IsDifference(one.Figure.Verdict))
            .OrderByDescending(one => one.Figure.IsRegression)
            .ThenByDescending(one => ComparisonSentences.IsChange(one.Figure.Verdict))
            .ToList();
        return new(
            "compare",
            [
                new(
                    Compared(
                        "What changed",
                        (Cell: "Cell", Before: "Before", Now: "Now"),
                        changes.Take(MostChanges).Select(change => (change.Cell.Id, change.Figure))
                    )
                ),
                new(new Bullets([.. ComparisonSentences.Cautions(comparison)])),
                new(new Statements(ComparisonSentences.InShort(comparison, changes.Count - MostChanges))),
            ]
        )
        {
            About = $"{ComparisonSentences.Run(comparison.Run)}, beside {ComparisonSentences.Run(comparison.Baseline)}",
            Facts = [ReportSentences.MachineInShort(comparison.Run.Machine)],
        };
    }

    private static Section Runs(RunComparison comparison) =>
        new(
            new Bullets([
                $"baseline: {ComparisonSentences.Run(comparison.Baseline)}",
                $"run: {ComparisonSentences.Run(comparison.Run)}",
                $"machine: {ReportSentences.Machine(comparison.Run.Machine)}",
            ])
        );

    /// <summary>A section for each scenario that has figures. What changed comes first, else the order is the
    /// baseline's.</summary>
    private static IEnumerable<Section> Scenarios(RunComparison comparison)
    {
        var scenarios = comparison.Cells.Select(cell => cell.Scenario).Distinct().ToList();
        return from cell in comparison.Cells
            where cell.Figures.Count > 0
            orderby cell.Figures.Any(figure => figure.IsRegression) descending, cell.Figures.Any(figure =>
                ComparisonSentences.IsChange(figure.Verdict)
            ) descending
            group cell by cell.Scenario into cells
            let title = ScenarioText.Title(cells.Key, scenarios)
            let drifts = comparison.Drifts.Where(drift => drift.Scenario == cells.Key).ToList()
            let figures = Compared(
                title,
                (Cell: Column.Stack.Title, Before: "Baseline", Now: "Run"),
                from cell in cells
                from figure in cell.Figures
                let name = CellNames.WithClient(cell.Label, cell.Stack, cell.Client)
                select (figure == cell.Figures[0] ? name : "", figure)
            )
            let drift = ComparisonSentences.Drift(drifts, comparison.Cells.Any(cell => cell.IsReference))
            select new Section("", title, [figures, Paragraph.Small(drift)]);
    }

    /// <summary>A table whose rows are figures of both runs, with the ratio of the two.</summary>
    private static Table Compared(
        string title,
        (string Cell, string Before, string Now) headings,
        IEnumerable<(string Name, ComparedFigure Figure)> rows
    ) =>
        Table.FromItems(
            title,
            rows,
            (Column.Stack with { Title = headings.Cell }, row => row.Name),
            ("Figure", row => ComparisonSentences.Title(row.Figure.Metric)),
            (
                Column.Figure(headings.Before, 2),
                row => ComparisonSentences.Value(row.Figure.Metric, row.Figure.Baseline)
            ),
            (Column.Figure(headings.Now, 1), row => ComparisonSentences.Value(row.Figure.Metric, row.Figure.Run)),
            ("Without drift", row => Ratio(row.Figure))
        );

    private static TableCell Ratio(ComparedFigure figure) =>
        new(ComparisonSentences.Ratio(figure))
        {
            Judgement = new(
                figure.Verdict?.Word() ?? "",
                ComparisonSentences.Verdict(figure),
                figure.Ratio,
                EstimateText.RatioWithBounds(figure.Ratio)
            ),
        };

    private static Section HowToRead(RunComparison comparison) =>
        new(
            Paragraph.Small(ComparisonSentences.HowToRead),
            new Bullets(ComparisonSentences.Remarks(comparison).ToList())
        );

    /// <summary>The section that says why nothing was compared, and what to do.</summary>
    private static Section Differences(RunComparison comparison) =>
        new(
            new Bullets([
                .. comparison.Differences.Select(ComparisonSentences.Difference),
                .. ComparisonSentences.Remarks(comparison),
            ]),
            new Paragraph(ComparisonSentences.WhatToDo)
        );
}
