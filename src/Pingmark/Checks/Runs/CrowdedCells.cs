using Pingmark.Model;

namespace Pingmark.Checks.Runs;

/// <summary>Finds cells whose cores others had, in a run of which that is not true as a whole. Their rows are marked;
/// this is what is to be known before any row is read.</summary>
internal sealed class CrowdedCells()
    : RunCheck(
        "crowded-cells",
        "Other programs used the cores of some cells: their ratios hold, their latency, rate and cost don't.",
        "Don't use the figures of rows that are marked as crowded; `history` and `compare` leave them out.",
        comesFirst: true,
        inAnswer: "crowded rows: only their ratios hold"
    )
{
    protected override Finding? FindOne(MeasuredRun run)
    {
        var crowded = run.Evidence.Where(OutsidersShare.IsCrowded).ToList();
        if (crowded.Count == 0 || MachineInUse.IsFoundIn(run))
            return null;
        var trials = crowded.SelectMany(cell => cell.Judged).Select(judged => judged.Trial).ToList();
        var isAccepted = trials.TrueForAll(trial => trial.NoiseAccepted);
        return Find(
            crowded.Exists(OutsidersShare.IsOverrun) && !isAccepted ? FindingSeverity.Invalid : FindingSeverity.Warning,
            $"others {{used}} while {{crowded}} of {{cells}} cells {(crowded.Count == 1 ? "was" : "were")} measured: "
                + "use only the ratios of rows that are marked as crowded; `history` and `compare` leave them out",
            OutsidersShare.Used("used", trials),
            Count("crowded", crowded.Count),
            Count("cells", run.Cells.Count)
        );
    }
}
