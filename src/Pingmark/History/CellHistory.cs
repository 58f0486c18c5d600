using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Schema;
using Pingmark.Statistics;

namespace Pingmark.History;

/// <summary>A figure of one earlier run.</summary>
/// <param name="Marks">What differs from the run before (machine, versions), and whether others had the cores, in
/// words.</param>
/// <param name="Change">The change to the level that begins here from the one before; null where none begins.</param>
public sealed record PastFigure(
    string Folder,
    DateTimeOffset StartedAt,
    Estimate Value,
    IReadOnlyList<string> Marks,
    LevelChange? Change = null
);

/// <param name="Ratio">The ratio of the two levels, which are geometric means of their runs, without what the machine
/// did.</param>
public sealed record LevelChange(Estimate Ratio, ComparisonVerdict Verdict);

/// <summary>One cell's figure over time.</summary>
/// <param name="Metric">The key of the metric.</param>
/// <param name="Figures">The figures, the oldest first.</param>
/// <param name="IsAlone">Whether too few other cells tell the machine's moves from the cell's.</param>
public sealed record CellHistory(
    string Stack,
    string Client,
    string Label,
    Scenario Scenario,
    string Metric,
    IReadOnlyList<PastFigure> Figures,
    bool IsAlone = false
)
{
    /// <summary>How many runs on one machine a level is judged by at least.</summary>
    public const int FewestRuns = ChangePoints.FewestValues;

    /// <summary>Builds the histories of the cells that are asked for; all others tell what the machine did.</summary>
    public static IReadOnlyList<CellHistory> Build(RunHistory history, FigureRequest asked)
    {
        var numbers = new Dictionary<PastRun, int>(
            history.Runs.Select(KeyValuePair.Create<PastRun, int>),
            ReferenceEqualityComparer.Instance
        );
        var past = history.Figures.GroupBy(figure => figure.Series).ToList();
        var cells = past.Select(cell => Build(cell.Key, asked.MetricOf(cell.Key), [.. cell])).ToList();
        var spans = past.SelectMany((cell, i) => Spans(i, [.. cell], run => numbers[run]));
        foreach (var machine in spans.GroupBy(span => (span.Machine, cells[span.Cell].Metric)))
        foreach (var (span, levels) in machine.Zip(Levels.Find([.. machine.Select(span => span.Logs)])))
            cells[span.Cell] = cells[span.Cell].With(levels, span.From);
        return [.. cells.Where((_, i) => asked.Asks(past[i].Key))];
    }

    private static CellHistory Build(Series series, Metric metric, IReadOnlyList<CellFigure> past)
    {
        var figures = new List<PastFigure>();
        CellFigure? before = null;
        foreach (var now in past)
        {
            var marks = before is null ? [] : Marks(before, now);
            figures.Add(new(now.Run.Folder, now.Run.StartedAt, now.Value, [.. Crowd(now.Run), .. marks]));
            before = now;
        }
        return new(series.Stack, series.Client, series.Label, series.Scenario, metric.Key, figures);
    }

    /// <summary>Figures of a cell that follow one another on one machine: no level lasts beyond it.</summary>
    /// <param name="Cell">The cell's index.</param>
    /// <param name="From">The index of the first figure.</param>
    private sealed record Span(int Cell, int From, (string Cpu, int Cores) Machine, RunByRun Logs);

    private static IEnumerable<Span> Spans(int cell, IReadOnlyList<CellFigure> past, Func<PastRun, int> number)
    {
        for (int from = 0, to; from < past.Count; from = to)
        {
            var machine = MachineOf(past[from]);
            var span = past.Skip(from).TakeWhile(figure => MachineOf(figure) == machine).ToList();
            to = from + span.Count;
            yield return new(
                cell,
                from,
                machine,
                new(
                    [.. span.Select(figure => number(figure.Run))],
                    [.. span.Select(figure => Math.Log(figure.Value.Value))],
                    past[from].Series.Scenario
                )
            );
        }
    }

    private CellHistory With(CellLevels levels, int from)
    {
        var figures = Figures.ToList();
        foreach (var (at, ratio) in levels.Steps)
            figures[from + at] = figures[from + at] with
            {
                Change = new(
                    ratio.Estimate(),
                    ratio.Mean > 0 == Schema.Metric.Find(Metric)!.HigherIsFaster
                        ? ComparisonVerdict.Faster
                        : ComparisonVerdict.Slower
                ),
            };
        return this with { Figures = figures, IsAlone = IsAlone || levels.IsAlone };
    }

    private static IEnumerable<string> Crowd(PastRun run) =>
        run.CrowdedCells == 0
            ? []
            : [$"others had cores of {NumberText.Count(run.CrowdedCells)} of its {NumberText.Count(run.Cells)} cells"];

    private static (string Cpu, int Cores) MachineOf(CellFigure figure) =>
        (figure.Run.Machine.Cpu, figure.Run.Machine.Cores);

    private static IReadOnlyList<string> Marks(CellFigure before, CellFigure now)
    {
        var (a, b) = (before.Run.Machine, now.Run.Machine);
        // Nearly always nothing has changed.
        if (a == b && ReferenceEquals(before.Versions, now.Versions))
            return [];
        (string What, string Before, string Now)[] facts =
        [
            ("processor", a.Cpu, b.Cpu),
            ("cores", NumberText.Count(a.Cores), NumberText.Count(b.Cores)),
            ("kernel", a.Kernel, b.Kernel),
            ("system", a.Os, b.Os),
            ("congestion control", a.CongestionControl, b.CongestionControl),
            ("pingmark", a.PingmarkVersion, b.PingmarkVersion),
            .. before
                .Versions.Keys.Union(now.Versions.Keys)
                .Order(StringComparer.Ordinal)
                .Select(side =>
                    (side, before.Versions.GetValueOrDefault(side, ""), now.Versions.GetValueOrDefault(side, ""))
                ),
        ];
        return facts
            .Where(fact => fact.Before != fact.Now)
            .Select(fact => $"{fact.What} {fact.Before} -> {fact.Now}")
            .ToList();
    }
}
