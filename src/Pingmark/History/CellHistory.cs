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

/// <param name="Ratio">The ratio of the two levels, which are geometric means of their runs.</param>
public sealed record LevelChange(Estimate Ratio, ComparisonVerdict Verdict);

/// <summary>One cell's figure over time.</summary>
/// <param name="Metric">The key of the metric.</param>
/// <param name="Figures">The figures, the oldest first.</param>
public sealed record CellHistory(
    string Stack,
    string Client,
    string Label,
    Scenario Scenario,
    string Metric,
    IReadOnlyList<PastFigure> Figures
)
{
    public static IReadOnlyList<CellHistory> Build(RunHistory history, FigureRequest asked) =>
        history
            .Figures.GroupBy(figure => figure.Series)
            .Select(group => Build(group.Key, asked.MetricOf(group.Key), [.. group]))
            .ToList();

    private static CellHistory Build(Series series, Metric metric, IReadOnlyList<CellFigure> past)
    {
        var figures = new List<PastFigure>();
        CellFigure? before = null;
        // On another machine a series begins anew: no level lasts beyond it.
        var begins = 0;
        foreach (var now in past)
        {
            var marks = before is null ? [] : Marks(before, now);
            if (before is not null && IsOtherMachine(before.Run.Machine, now.Run.Machine))
            {
                MarkChanges(figures, begins, metric);
                begins = figures.Count;
            }
            figures.Add(new(now.Run.Folder, now.Run.StartedAt, now.Value, [.. Crowd(now.Run), .. marks]));
            before = now;
        }
        MarkChanges(figures, begins, metric);
        return new(series.Stack, series.Client, series.Label, series.Scenario, metric.Key, figures);
    }

    private static void MarkChanges(List<PastFigure> figures, int from, Metric metric)
    {
        var logs = figures.Skip(from).Select(figure => Math.Log(figure.Value.Value)).ToList();
        var (noise, points) = (ChangePoints.Noise(logs), ChangePoints.Find(logs));
        for (var i = 0; i < points.Count; i++)
        {
            var earlier = logs[(i == 0 ? 0 : points[i - 1])..points[i]];
            var later = logs[points[i]..(i + 1 < points.Count ? points[i + 1] : logs.Count)];
            var error = noise * Math.Sqrt(1.0 / earlier.Count + 1.0 / later.Count);
            var ratio = new LogarithmEstimate(later.Average() - earlier.Average(), error, logs.Count - 1, logs.Count);
            var verdict = ratio.Mean > 0 == metric.HigherIsFaster ? ComparisonVerdict.Faster : ComparisonVerdict.Slower;
            figures[from + points[i]] = figures[from + points[i]] with { Change = new(ratio.Estimate(), verdict) };
        }
    }

    private static IEnumerable<string> Crowd(PastRun run) =>
        run.CrowdedCells == 0
            ? []
            : [$"others had cores of {NumberText.Count(run.CrowdedCells)} of its {NumberText.Count(run.Cells)} cells"];

    private static bool IsOtherMachine(MachineInfo a, MachineInfo b) => a.Cpu != b.Cpu || a.Cores != b.Cores;

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
