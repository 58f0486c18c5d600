using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports.Document;

namespace Pingmark.Reports.Sections;

/// <summary>What the sections of a run's report are made of.</summary>
/// <param name="isMeasuring">The run goes on: this is what there is so far.</param>
internal sealed class RunSource(Summary summary, bool isMeasuring = false)
{
    public Summary Summary => summary;
    public IReadOnlyList<ScenarioGroup> Groups { get; } = ScenarioGroup.Of(summary, isMeasuring);
    public CellNames Names { get; } = new(summary);
    public IReadOnlyList<Remark> Remarks { get; } = Remark.Of(summary);

    /// <summary>Its plan; null: what was planned is not told.</summary>
    public RunInfo? Run { get; init; }

    /// <summary>Where its files are, as the user would type it; null when nothing was kept.</summary>
    public string? Folder { get; init; }

    /// <summary>There is a script that draws.</summary>
    public bool HasCharts { get; init; }

    public FindingLine Line(Remark remark) =>
        new(remark.Severity.Word(), remark.Cells.Count == 0 ? "" : Names.List(remark.Cells), remark.Text);
}
