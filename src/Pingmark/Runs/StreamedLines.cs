using System.Text.Json.Serialization;
using Pingmark.Model;

namespace Pingmark.Runs;

/// <summary>The first line of <c>run --stream</c>: the plan.</summary>
/// <param name="Folder">The run's folder.</param>
/// <param name="Cells">The ids of all cells.</param>
internal sealed record StreamedPlan(
    string Suite,
    string Folder,
    DateTimeOffset StartedAt,
    int Seed,
    int PlannedRounds,
    IReadOnlyList<string> Cells
) : StreamedLine("run")
{
    [JsonPropertyOrder(-1)]
    public string Schema { get; init; } = "pingmark.stream/1";
}

/// <summary>A trial that has ended.</summary>
/// <param name="Figures">The figures of this trial alone, by their keys in summary.json.</param>
internal sealed record StreamedTrial(
    int Round,
    int Block,
    string Cell,
    CellStatus Status,
    string? Reason,
    double StartedAtS,
    IReadOnlyDictionary<string, double> Figures
) : StreamedLine("trial");

/// <summary>A round that has ended: what all rounds so far come to.</summary>
internal sealed record StreamedRound(
    int Round,
    IReadOnlyList<StreamedCell> Cells,
    IReadOnlyList<Comparison> Comparisons
) : StreamedLine("round");

/// <param name="Figures">The figures with their intervals, by their keys in summary.json.</param>
internal sealed record StreamedCell(
    string Id,
    CellStatus Status,
    int Rounds,
    IReadOnlyDictionary<string, Estimate> Figures
);

/// <summary>The last line: what summary.json has.</summary>
internal sealed record StreamedSummary(Summary Summary) : StreamedLine("summary");

/// <param name="Event">What the line tells of.</param>
internal abstract record StreamedLine([property: JsonPropertyOrder(-2)] string Event);
