using System.Text.Json.Serialization;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Schema;
using Pingmark.Statistics;

namespace Pingmark.History;

/// <summary>A run as lists show it and databases keep it.</summary>
/// <param name="Folder">The name of its folder below the folder of runs.</param>
/// <param name="Cells">The number of its cells.</param>
/// <param name="FewestRounds">The fewest rounds of those cells that have any.</param>
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
    /// <summary>How many of its cells had cores that others used for too much of the time.</summary>
    public int CrowdedCells { get; init; }

    /// <summary>What is left out of it since others had its cores, in words; null where nothing is.</summary>
    [JsonIgnore]
    public string? LeftOut =>
        CrowdedCells == 0
            ? null
            : $"{Folder}: others had the cores of {NumberText.Count(CrowdedCells)} of its {NumberText.Count(Cells)} "
                + $"cells, and {(CrowdedCells == 1 ? "its" : "their")} figures are left out";

    public static PastRun FromSummary(string folder, Summary summary)
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

/// <summary>What identifies the same cell in several runs.</summary>
public sealed record Series(string Stack, string Client, string Label, Scenario Scenario)
{
    public static Series ForCell(CellSummary cell) => new(cell.Stack, cell.Client, cell.Label, cell.Scenario);

    /// <summary>The hash of those keys that distinguish most series: figures are grouped by it, and a scenario has
    /// dozens of keys.</summary>
    public override int GetHashCode() =>
        HashCode.Combine(Label, Scenario.Test, Scenario.Connections, Scenario.InFlight, Scenario.MessageBytes);
}

/// <summary>A figure of one cell of a run.</summary>
/// <param name="Versions">The versions of runtimes and libraries, by side.</param>
public sealed record CellFigure(
    PastRun Run,
    Series Series,
    IReadOnlyDictionary<string, string> Versions,
    Estimate Value
);

/// <summary>A request for figures.</summary>
/// <param name="Stack">A stack, or the label of one; null: all stacks.</param>
/// <param name="Metric">The metric; null: each scenario's headline metric.</param>
/// <param name="Newest">How many of the newest runs are read, at least 1.</param>
public sealed record FigureRequest(string? Stack, Metric? Metric, int Newest = FigureRequest.UsualNewest)
{
    /// <summary>How many runs are read by default: as many as a level is judged by.</summary>
    public const int UsualNewest = ChangePoints.MostValues;

    /// <summary>Whether figures count although others had the cores, as a user wants who accepts the noise.</summary>
    public bool TakesCrowded { get; init; }

    public bool Asks(Series series) => Stack is null || series.Stack == Stack || series.Label == Stack;

    public Metric MetricOf(Series series) => Metric ?? Metric.Find(series.Scenario.HeadlineMetric)!;
}
