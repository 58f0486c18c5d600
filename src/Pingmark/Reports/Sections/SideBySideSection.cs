using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports.Answers;
using Pingmark.Reports.Document;
using Pingmark.Schema;

namespace Pingmark.Reports.Sections;

/// <summary>The section with the figures that matter most, for readers with little room: a table for each class, whose
/// rows are its stacks, with its scenarios side by side.</summary>
internal static class SideBySideSection
{
    /// <summary>The highest rank of columns that it has room for.</summary>
    private const int MostRank = 5;

    /// <summary>From so many scenarios on a column has the comparison alone.</summary>
    private const int ManyScenarios = 3;

    /// <summary>The lines of a heading: what is measured, and its unit.</summary>
    private const char Line = '\n';

    /// <summary>How the texts of a table are written, the roomiest form first.</summary>
    private static readonly IReadOnlyList<TableForm> Forms =
    [
        new(3, ratio => Times(ratio, times => times, WithBlanks), IsDense: false),
        new(3, ratio => Times(ratio, times => times, WithoutBlanks), IsDense: true),
        new(2, ratio => Times(ratio, WithoutZero, WithoutBlanks), IsDense: true),
        new(2, ratio => Times(ratio, WithoutZero, WithoutBlanks), IsDense: true) { MarksRough = false },
        new(2, ratio => Times(ratio, WithoutZero, WithoutBlanks), IsDense: true)
        {
            MarksRough = false,
            Ranks = MostRank - 1,
        },
    ];

    /// <param name="Digits">The significant digits of figures.</param>
    /// <param name="Ratio">Writes a ratio to the baseline.</param>
    /// <param name="IsDense">Whether columns stand close together.</param>
    private sealed record TableForm(int Digits, Func<Estimate, string> Ratio, bool IsDense)
    {
        /// <summary>Whether rough figures are marked, which a ratio is in any case.</summary>
        public bool MarksRough { get; init; } = true;

        /// <summary>The highest rank of its columns.</summary>
        public int Ranks { get; init; } = MostRank;
    }

    public static Section Build(RunSource run)
    {
        var label = new ScenarioLabel([.. run.Groups.Select(group => group.Scenario).Distinct()]);
        return new(
            "outcome",
            "Outcome",
            [
                .. run
                    .Groups.Where(group => !ServerClientGrid.HaveAll(group))
                    .GroupBy(group => group.Class)
                    .Select(groups => OfClass([.. groups], label)),
            ]
        )
        {
            TitledIn = Media.Page,
        };
    }

    private static Alternatives OfClass(IReadOnlyList<ScenarioGroup> groups, ScenarioLabel label)
    {
        IReadOnlyList<Block> Beside(int tables, TableForm form) =>
            [
                .. groups
                    .Chunk((groups.Count + tables - 1) / tables)
                    .Select(some => Table(some, label, form, groups.Count < ManyScenarios ? Figures : Ratios)),
            ];
        IReadOnlyList<Block> Below(TableForm form) => [.. groups.Select(group => Table([group], label, form, Figures))];
        return new([
            .. Enumerable.Range(1, groups.Count / 2).SelectMany(tables => Forms.Select(form => Beside(tables, form))),
            .. Forms.Select(Below),
        ]);
    }

    private static Table Table(
        IReadOnlyList<ScenarioGroup> groups,
        ScenarioLabel label,
        TableForm form,
        Func<ScenarioGroup, TableForm, IEnumerable<(Column, Func<CellSummary, TableCell>)>> columns
    )
    {
        var names = groups.SelectMany(group => group.Cells.Select(group.Name)).Distinct().ToList();
        var title = groups[0].Class is { Title.Length: > 0 } its ? its.Title : "";
        return Document.Table.FromItems(
            title.Length > 0 ? title : groups[0].Title,
            names,
            [
                (Column.Stack with { Title = title.Length > 0 ? title : Column.Stack.Title }, name => name),
                .. groups.SelectMany(group =>
                {
                    var cells = group.Cells.ToLookup(group.Name);
                    var heading = label.Of(group.Scenario) is { Length: > 0 } words
                        ? words
                        : ScenarioText.Size(group.Scenario);
                    return columns(group, form)
                        .Select<(Column Of, Func<CellSummary, TableCell> Text), (Column, Func<string, TableCell>)>(
                            column =>
                                (
                                    column.Of with
                                    {
                                        Group = heading,
                                    },
                                    name => cells[name].FirstOrDefault() is { } cell ? column.Text(cell) : ""
                                )
                        );
                }),
            ]
        ) with
        {
            IsDense = form.IsDense,
        };
    }

    /// <summary>The columns of a scenario: its figures, the most important ones first, and the comparison.</summary>
    private static IEnumerable<(Column, Func<CellSummary, TableCell>)> Figures(ScenarioGroup group, TableForm form) =>
        ShortTable
            .Metrics(group)
            .Where(metric => metric.Terminal!.Rank <= form.Ranks)
            .OrderBy(metric => metric.Terminal!.Rank)
            .Select(metric => Figure(group, metric, form))
            .Concat(new[] { Comparison(group, form, _ => "") }.Where(_ => group.Cells.Count > 1));

    /// <summary>The one column of a scenario among many: the comparison, and the figure of the baseline.</summary>
    private static IEnumerable<(Column, Func<CellSummary, TableCell>)> Ratios(ScenarioGroup group, TableForm form) =>
        [Comparison(group, form, Metric.Find(group.Scenario.HeadlineMetric)!.Text)];

    private static (Column, Func<CellSummary, TableCell>) Figure(ScenarioGroup group, Metric metric, TableForm form)
    {
        var values = group.Cells.Select(metric.EstimateOf).OfType<Estimate>().Select(one => one.Value).ToList();
        var (unit, text) = NumberText.InOneUnit(metric.Format, values);
        return (
            Column.Figure(
                metric.Terminal!.Short(group.Scenario) + (unit.Length > 0 ? Line + unit : ""),
                metric.Key == group.Scenario.HeadlineMetric ? 0 : metric.Terminal.Rank
            ),
            cell =>
                metric.EstimateOf(cell) is { } estimate
                    ? (form.MarksRough && metric.IsRough(cell) ? ReportSentences.Rough : "")
                        + text(estimate.Value, form.Digits)
                    : NumberText.Missing
        );
    }

    private static (Column, Func<CellSummary, TableCell>) Comparison(
        ScenarioGroup group,
        TableForm form,
        Func<CellSummary, string> baseline
    )
    {
        string Ratio(CellSummary cell) =>
            cell.Status == CellStatus.Ok && group.Headline(cell) is { } made ? form.Ratio(made.Ratio) : "";
        var widest = group.Cells.Max(cell => Ratio(cell).Length);
        var title = group.Scenario.HeadlineMetric == Metric.P50.Key ? "p50\nx baseline" : "x baseline";
        string Text(CellSummary cell) =>
            Ratio(cell) is { Length: > 0 } ratio ? $"{ratio.PadLeft(widest)} {group.ShortWord(cell)}"
            : cell == group.Baseline && baseline(cell) is { Length: > 0 } figure ? figure
            : cell.Status == CellStatus.Ok && group.ShortWord(cell) == "" ? NumberText.Missing
            : group.ShortWord(cell);
        return (
            new Column(title) { IsOnOneLine = true },
            cell => new(Text(cell)) { Judgement = new(group.Word(cell), Text(cell).Trim(), null) }
        );
    }

    /// <summary>How many times the baseline's a figure is, with its interval where one is worth telling.</summary>
    private static string Times(Estimate ratio, Func<string, string> number, Func<double, string> interval)
    {
        var times = number(EstimateText.Ratio(ratio).TrimEnd('x'));
        return EstimateText.IsRough(ratio)
            ? ReportSentences.Rough + times
            : times + interval(EstimateText.FartherPercent(ratio)!.Value);
    }

    private static string WithoutZero(string number) =>
        number.StartsWith("0.", StringComparison.Ordinal) ? number[1..] : number;

    private static string WithBlanks(double percent) => $" ± {NumberText.Significant(percent, 2)} %";

    private static string WithoutBlanks(double percent) => $"±{NumberText.Significant(percent, 1)}";
}
