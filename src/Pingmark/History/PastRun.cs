using Pingmark.Model;
using Pingmark.Schema;
using Pingmark.Statistics;

namespace Pingmark.History;

/// <summary>A run as lists show it, and as databases keep it.</summary>
/// <param name="Folder">Its name, below the folder of runs.</param>
/// <param name="Cells">How many.</param>
/// <param name="FewestRounds">Of the cells that have any.</param>
public sealed record PastRun(
    string Folder,
    string Suite,
    DateTimeOffset StartedAt,
    int Cells,
    int FewestRounds,
    int MostRounds,
    MachineInfo Machine
)
{
    /// <summary>Of its cells, those that others had the cores of.</summary>
    public int CrowdedCells { get; init; }

    public static PastRun Of(string folder, Summary summary)
    {
        var rounds = summary.Cells.Select(cell => cell.Rounds).Where(r => r > 0).DefaultIfEmpty(0).ToList();
        return new(
            folder,
            summary.Suite,
            summary.StartedAt,
            summary.Cells.Count,
            rounds.Min(),
            rounds.Max(),
            summary.Machine
        )
        {
            CrowdedCells = summary.Cells.Count(cell => cell.Crowded),
        };
    }
}

/// <summary>What makes cells of several runs the same.</summary>
public sealed record Series(string Stack, string Client, string Label, Scenario Scenario)
{
    public static Series Of(CellSummary cell) => new(cell.Stack, cell.Client, cell.Label, cell.Scenario);

    /// <summary>Of what tells most of them apart: figures are grouped by it, and a scenario has dozens of
    /// keys.</summary>
    public override int GetHashCode() =>
        HashCode.Combine(Label, Scenario.Test, Scenario.Connections, Scenario.InFlight, Scenario.MessageBytes);
}

/// <summary>A figure of a cell of a run.</summary>
/// <param name="Versions">Of runtimes and libraries, by side.</param>
public sealed record CellFigure(
    PastRun Run,
    Series Series,
    IReadOnlyDictionary<string, string> Versions,
    Estimate Value
);

/// <summary>Which figures are asked for.</summary>
/// <param name="Stack">A stack, or the label of one; null: all.</param>
/// <param name="Metric">Null: each scenario's headline.</param>
/// <param name="Newest">Of so many runs, at least 1.</param>
public sealed record FigureRequest(string? Stack, Metric? Metric, int Newest = FigureRequest.UsualNewest)
{
    /// <summary>What a level is judged by.</summary>
    public const int UsualNewest = ChangePoints.MostValues;

    public bool Asks(Series series) => Stack is null || series.Stack == Stack || series.Label == Stack;

    public Metric MetricOf(Series series) => Metric ?? Metric.Find(series.Scenario.HeadlineMetric)!;
}
