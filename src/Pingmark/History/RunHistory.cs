using Pingmark.Model;

namespace Pingmark.History;

/// <summary>Runs and the figures that were asked for, wherever they are kept.</summary>
/// <param name="Runs">The runs, the oldest first.</param>
/// <param name="Skipped">What could not be read as a run, each with the reason.</param>
public sealed record RunHistory(IReadOnlyList<PastRun> Runs, IReadOnlyList<string> Skipped)
{
    /// <summary>The figures in the order of the runs and, in each run, of its cells; figures that are 0 are left
    /// out.</summary>
    public IReadOnlyList<CellFigure> Figures { get; init; } = [];

    /// <summary>How many runs are older than those that were asked for.</summary>
    public int Older { get; init; }

    /// <summary>All stacks that have figures, asked for or not.</summary>
    public IReadOnlyList<string> Stacks { get; init; } = [];

    /// <summary>Whether figures are among them of cells whose cores others had.</summary>
    public bool TakesCrowded { get; init; }

    /// <summary>What is left out of runs since others had its cores, one sentence a run.</summary>
    public IReadOnlyList<string> LeftOut => TakesCrowded ? [] : [.. Runs.Select(run => run.LeftOut).OfType<string>()];

    /// <summary>Reads a folder of runs.</summary>
    /// <param name="asked">The metric that is asked for, of all cells; null: no figures.</param>
    /// <exception cref="BadInputException">There is no such folder.</exception>
    public static RunHistory Read(string folder, FigureRequest? asked = null)
    {
        var skipped = new List<string>();
        var stacks = new HashSet<string>();
        var runs = new List<(PastRun Run, IReadOnlyList<CellFigure> Figures)>();
        foreach (var (name, summary, problem) in RunsFolder.Read(folder))
            if (summary is null)
                skipped.Add($"{name}: {problem}");
            else
            {
                var run = PastRun.FromSummary(name, summary);
                runs.Add((run, asked is null ? [] : Asked(run, summary, asked)));
                stacks.UnionWith(Measured(summary, takesCrowded: true).Select(cell => cell.Stack));
            }
        var older = asked is null ? 0 : Math.Max(0, runs.Count - asked.Newest);
        runs = [.. runs.OrderBy(r => r.Run.StartedAt).ThenBy(r => r.Run.Folder, StringComparer.Ordinal).Skip(older)];
        return new([.. runs.Select(r => r.Run)], skipped)
        {
            Older = older,
            Figures = [.. runs.SelectMany(r => r.Figures)],
            Stacks = [.. stacks],
        };
    }

    private static List<CellFigure> Asked(PastRun run, Summary summary, FigureRequest asked) =>
        (
            from cell in Measured(summary, asked.TakesCrowded)
            let series = Series.ForCell(cell)
            let value = asked.MetricOf(series).EstimateOf(cell)
            where value is { Value: > 0 }
            select new CellFigure(run, series, cell.Versions, value)
        ).ToList();

    /// <summary>The cells whose figures count; those whose cores others had do not.</summary>
    public static IEnumerable<CellSummary> Measured(Summary summary, bool takesCrowded = false) =>
        summary.Cells.Where(cell => cell.Status == CellStatus.Ok && (takesCrowded || !cell.Crowded));
}

/// <summary>The JSON document that <c>history --json</c> prints.</summary>
/// <param name="OlderRuns">How many older runs there are that were not asked for.</param>
public sealed record HistoryDocument<T>(IReadOnlyList<T> Items, IReadOnlyList<string> Skipped, int OlderRuns)
{
    /// <summary>What is left out of runs since others had its cores, one sentence a run.</summary>
    public IReadOnlyList<string> LeftOut { get; init; } = [];
    public string Schema { get; init; } = HistoryDocument.Schema;
}

/// <summary>What is alike in all of them.</summary>
public static class HistoryDocument
{
    public const string Schema = "pingmark.history/1";
}
