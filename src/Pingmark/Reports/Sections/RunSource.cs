using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports.Document;

namespace Pingmark.Reports.Sections;

/// <summary>The data that the sections of a run's report are made from.</summary>
/// <param name="isMeasuring">Whether the run still goes on, so that more will follow.</param>
internal sealed class RunSource(Summary summary, bool isMeasuring = false)
{
    public Summary Summary => summary;
    public IReadOnlyList<ScenarioGroup> Groups { get; } = ScenarioGroup.GroupCells(summary, isMeasuring);
    public CellNames Names { get; } = new(summary);
    public IReadOnlyList<Remark> Remarks { get; } = Remark.Collect(summary);

    /// <summary>What a scenario differs in from the others of the run; empty where it is the only one.</summary>
    public Func<Scenario, string> Label { get; } =
        ScenarioText.Labels([.. summary.Cells.Select(cell => cell.Scenario).Distinct()]);

    /// <summary>The run's plan; null where it is not known.</summary>
    public RunInfo? Run { get; init; }

    /// <summary>What a cell's stack is, in its own words; null where it was not asked.</summary>
    public string? About(CellSummary cell) => Run?.Stacks.GetValueOrDefault(cell.Stack);

    /// <summary>The files of servers, by their stacks; none where it is not the servers alone that differ.</summary>
    public IReadOnlyDictionary<string, IReadOnlyList<StackSource>> Sources =>
        Run?.Sources ?? new Dictionary<string, IReadOnlyList<StackSource>>();

    /// <summary>The folder of the run's files as the user would type it; null when nothing was kept.</summary>
    public string? Folder { get; init; }

    /// <summary>Whether there is a script that draws charts.</summary>
    public bool HasCharts { get; init; }

    public FindingLine Line(Remark remark) =>
        remark.Cells.Count == 0
            ? new(remark.Severity.Word(), "", remark.Text)
            : new(remark.Severity.Word(), Names.List(remark.Cells), remark.Text, Names.ListFew(remark.Cells));
}
