using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports.Document;
using Pingmark.Schema;

namespace Pingmark.Reports.Sections;

using CellColumn = (Column Column, Func<CellSummary, TableCell> Text);

/// <summary>The section with the figures that matter most, for readers with little room: a table for each class, whose
/// rows are its stacks, with its scenarios side by side.</summary>
internal static class SideBySideSection
{
    /// <summary>The highest rank of columns that it has room for.</summary>
    private const int MostRank = 5;

    /// <summary>From so many scenarios on a column has the comparison alone.</summary>
    private const int ManyScenarios = 3;

    /// <summary>How the texts of a table are written, the roomiest form first.</summary>
    private static readonly IReadOnlyList<TableForm> Forms =
    [
        new(3, IsDense: false),
        new(3, IsDense: true),
        new(2, IsDense: true),
        new(2, IsDense: true, MarksRough: false),
        new(2, IsDense: true, MarksRough: false, MostRank - 1),
    ];

    /// <param name="Digits">The significant digits of figures.</param>
    /// <param name="IsDense">Whether columns stand close together.</param>
    /// <param name="MarksRough">Whether rough figures are marked, which a ratio is in any case.</param>
    /// <param name="MaxRank">The highest rank of its columns.</param>
    private sealed record TableForm(int Digits, bool IsDense, bool MarksRough = true, int MaxRank = MostRank)
    {
        /// <summary>How many times the baseline's a figure is, with its interval where one is worth telling.</summary>
        public string Ratio(Estimate ratio)
        {
            var times = EstimateText.Ratio(ratio.Value).TrimEnd('x');
            if (Digits == 2 && times.StartsWith("0.", StringComparison.Ordinal))
                times = times[1..];
            if (EstimateText.IsRough(ratio))
                return ReportSentences.Rough + times;
            var percent = EstimateText.FartherPercent(ratio)!.Value;
            return IsDense
                ? $"{times}±{NumberText.Significant(percent, 1)}"
                : $"{times} ± {NumberText.Significant(percent, 2)} %";
        }
    }

    public static Section Build(RunSource run) =>
        new(
            "outcome",
            "Outcome",
            [
                .. run
                    .Groups.Where(group => !ServerClientGrid.HaveAll(group))
                    .GroupBy(group => group.Class)
                    .Select(groups => TablesOfClass([.. groups], run.Label)),
            ],
            TitledIn: Media.Page
        );

    /// <summary>The tables of a class in every form: with scenarios beside one another in as few tables as possible,
    /// and at last with a table for each.</summary>
    private static Alternatives TablesOfClass(IReadOnlyList<ScenarioGroup> groups, Func<Scenario, string> label)
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
        Func<Scenario, string> label,
        TableForm form,
        Func<ScenarioGroup, TableForm, IEnumerable<CellColumn>> columns
    )
    {
        var title = groups[0].Class?.Title ?? "";
        var table = Document.Table.FromItems(
            title.Length > 0 ? title : groups[0].Title,
            groups.SelectMany(group => group.Cells.Select(group.Name)).Distinct(),
            [
                (Column.Stack with { Title = title.Length > 0 ? title : Column.Stack.Title }, name => name),
                .. from scenario in groups
                let cells = scenario.Cells.ToLookup(scenario.Name)
                let words = label(scenario.Scenario)
                let heading = words.Length > 0 ? words : ScenarioText.Size(scenario.Scenario)
                from column in columns(scenario, form)
                select (
                    column.Column with
                    {
                        Group = heading,
                    },
                    (Func<string, TableCell>)(name => cells[name].FirstOrDefault() is { } cell ? column.Text(cell) : "")
                ),
            ]
        );
        var names = table.Columns.Select(column => column.Name).ToHashSet();
        return table with
        {
            IsDense = form.IsDense,
            LeftOut =
            [
                .. groups
                    .SelectMany(group => columns(group, form with { MaxRank = MostRank }))
                    .Select(column => column.Column.Name)
                    .Where(name => !names.Contains(name)),
            ],
        };
    }

    /// <summary>The columns of a scenario: its figures, the most important ones first, and the comparison.</summary>
    private static IEnumerable<CellColumn> Figures(ScenarioGroup group, TableForm form) =>
        [
            .. ShortTable
                .Metrics(group)
                .Where(metric => metric.Terminal!.Rank <= form.MaxRank)
                .OrderBy(metric => metric.Terminal!.Rank)
                .Select(metric => Figure(group, metric, form)),
            .. group.Cells.Count > 1 ? [Comparison(group, form, _ => "")] : Array.Empty<CellColumn>(),
        ];

    /// <summary>The one column of a scenario among many: the comparison, and the figure of the baseline.</summary>
    private static IEnumerable<CellColumn> Ratios(ScenarioGroup group, TableForm form) =>
        [Comparison(group, form, Metric.Find(group.Scenario.HeadlineMetric)!.Text)];

    private static CellColumn Figure(ScenarioGroup group, Metric metric, TableForm form)
    {
        var values = group.Cells.Select(metric.EstimateOf).OfType<Estimate>().Select(one => one.Value).ToList();
        var (unit, text) = NumberText.InOneUnit(metric.Unit.Format, values);
        var isHeadline = metric.Key == group.Scenario.HeadlineMetric;
        return (
            Column.Figure(
                metric.Terminal!.ShortHeader(group.Scenario) + (unit.Length > 0 ? $"\n{unit}" : ""),
                isHeadline ? 0 : metric.Terminal.Rank
            ) with
            {
                OutlastsWholeNames = metric.Terminal.Rank <= ShortTable.AlwaysAsked,
            },
            cell =>
                metric.EstimateOf(cell) is { } estimate
                    ? (form.MarksRough && metric.IsRough(cell) ? ReportSentences.Rough : "")
                        + text(estimate.Value, form.Digits)
                    : NumberText.Missing
        );
    }

    private static CellColumn Comparison(ScenarioGroup group, TableForm form, Func<CellSummary, string> baseline)
    {
        string Ratio(CellSummary cell) => group.Headline(cell) is { } made ? form.Ratio(made.Ratio) : "";
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
}
