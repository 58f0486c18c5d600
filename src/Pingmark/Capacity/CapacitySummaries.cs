using Pingmark.Model;
using Pingmark.Statistics;

namespace Pingmark.Capacity;

/// <summary>Sums a search up: a pure function of its plan and its steps.</summary>
public static class CapacitySummaries
{
    public static CapacitySummary Build(CapacityPlan plan, IReadOnlyList<CapacityStep> steps, bool interrupted)
    {
        var ofCells = steps.ToLookup(step => step.Cell);
        var found = plan.Cells.Select(cell => new CellFindings(plan, cell, [.. ofCells[cell.Id]])).ToList();
        return new()
        {
            Suite = plan.Suite,
            About = plan.About,
            Command = plan.Command,
            StartedAt = plan.StartedAt,
            DurationS = steps
                .Select(step => step.StartedAtS + (step.Window?.DurationNs ?? 0) / 1e9)
                .DefaultIfEmpty()
                .Max(),
            Seed = plan.Seed,
            Interrupted = interrupted,
            Machine = plan.Machine,
            Kind = plan.Settings.Kind,
            Objectives = plan.Settings.Objectives,
            RateEachPerS = plan.Settings.RateEachPerS,
            Cells = [.. found.Select(one => one.Capacity)],
            Comparisons = Compare(found),
            Notes = [.. plan.Notes, .. found.SelectMany(one => one.Notes)],
        };
    }

    /// <summary>Compares each cell with its baseline, generation by generation.</summary>
    private static List<CapacityComparison> Compare(List<CellFindings> cells)
    {
        var pairs = cells
            .GroupBy(cell => cell.Cell.ComparedWithin)
            .SelectMany(alike => alike.Skip(1).Select(one => (A: one, B: alike.First())))
            .Select(pair => (pair.A, pair.B, Ratios: CellFindings.Ratios(pair.A, pair.B)))
            .Where(pair => pair.Ratios.Count >= LoadEstimate.FewestGenerations)
            .ToList();
        var judged = RatioTest.Compare([.. pairs.Select(pair => LogarithmsByRound.OfRatios(pair.Ratios))]);
        return pairs
            .Zip(judged)
            .Where(one => one.Second is not null)
            .Select(one => new CapacityComparison(
                one.First.A.Cell.Id,
                one.First.B.Cell.Id,
                one.Second!.Ratio,
                one.Second.Verdict,
                one.First.Ratios.Count
            ))
            .ToList();
    }

    /// <summary>The exit code of a search: that of its first cell without an answer, of failed ones before others. What
    /// a cell carries at least is an answer.</summary>
    public static int ExitCodeOf(CapacitySummary summary, bool isStrict = false) =>
        summary.Interrupted
            ? ExitCode.Interrupted
            : summary
                .Cells.Where(cell => isStrict || cell.AtLeast() is null)
                .Select(cell => cell.Outcome)
                .Where(outcome => outcome != CapacityOutcome.Found)
                .OrderByDescending(outcome => outcome == CapacityOutcome.Failed)
                .Select(Code)
                .FirstOrDefault(
                    isStrict && summary.Notes.Any(note => note.Verdict == AuditVerdict.Warning)
                        ? ExitCode.CellFailed
                        : ExitCode.Ok
                );

    private static int Code(CapacityOutcome outcome) =>
        outcome switch
        {
            CapacityOutcome.IdleMisses => ExitCode.IdleMisses,
            CapacityOutcome.NoLoadMisses => ExitCode.NoLoadMisses,
            CapacityOutcome.BeyondClient => ExitCode.BeyondClient,
            CapacityOutcome.TooFewGenerations => ExitCode.TooFewGenerations,
            CapacityOutcome.Failed => ExitCode.CellFailed,
            _ => ExitCode.Ok,
        };
}
