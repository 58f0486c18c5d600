using System.Diagnostics;
using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>Runs a suite: round after round of blocks until rounds, precision or budget are reached. Every finished
/// trial is on disk before the next block starts.</summary>
public sealed class SuiteRunner(TrialRunner trials, ProgressLog progress)
{
    /// <param name="cells">The cells that can be measured here.</param>
    /// <param name="keep">Stores finished trials durably.</param>
    /// <param name="review">Judges all trials so far, after each round.</param>
    /// <param name="cancel">Ctrl-C: the block in flight is lost, everything before it is kept.</param>
    public async Task RunAsync(
        SuiteSettings settings,
        IReadOnlyList<Cell> cells,
        BudgetPlan budget,
        int seed,
        Action<IReadOnlyList<TrialRecord>> keep,
        Func<IReadOnlyList<TrialRecord>, RoundReview> review,
        CancellationToken cancel
    )
    {
        var random = new Random(seed);
        var plan = new RunPlan(cells);
        var records = new List<TrialRecord>();
        var watch = Stopwatch.StartNew();
        var (cellsMeasured, timeTaken) = (0, TimeSpan.Zero);
        for (var round = 1; round <= budget.Rounds && !plan.IsFinished; round++)
        {
            var arrivalsSeed = ArrivalsSeed(seed, round);
            var blocks = plan.Round(round, settings.SliceNs, random)
                .Select(block => block with { ArrivalsSeed = arrivalsSeed })
                .ToList();
            var roundStarted = watch.Elapsed;
            for (var i = 0; i < blocks.Count; i++)
            {
                var started = watch.Elapsed;
                // The first round is always finished: a figure for every cell is the least a run must give.
                if (
                    settings.BudgetNs is { } limit
                    && round > 1
                    && (started + Foreseen(blocks[i])).TotalNanoseconds > limit
                )
                {
                    progress.Step($"budget spent in round {round}");
                    return;
                }
                progress.Step(
                    $"round {round}/{budget.Rounds}, block {i + 1}/{blocks.Count}: "
                        + $"{string.Join(" | ", blocks[i].Cells.Select(c => c.Id))}"
                );
                // A generator of its own: how often a block draws depends on what it measures, and must not change the
                // order of the blocks after it.
                var measured = (await trials.RunAsync(blocks[i], budget.Block, new Random(random.Next()), cancel))
                    .Select(r => r with { StartedAtS = started.TotalSeconds })
                    .ToList();
                keep(measured);
                records.AddRange(measured);
                cellsMeasured += measured.Count;
                timeTaken += watch.Elapsed - started;
            }
            Revise(plan, records, review(records));
            budget = budget.After(
                round,
                Ns(watch.Elapsed),
                Ns(watch.Elapsed - roundStarted),
                blocks.Sum(b => b.Cells.Count)
            );
        }

        TimeSpan Foreseen(Block block) => timeTaken * BudgetPlan.Margin * block.Cells.Count / cellsMeasured;
    }

    /// <summary>Other arrivals in each round, and the same again for the same seed.</summary>
    private static int ArrivalsSeed(int seed, int round) => new Random(unchecked(seed * 486_187_739 + round)).Next();

    private static long Ns(TimeSpan time) => (long)time.TotalNanoseconds;

    /// <summary>Failed cells leave, cells whose slices mislead are not sliced any more, comparisons that are precise
    /// enough end.</summary>
    private static void Revise(RunPlan plan, List<TrialRecord> records, RoundReview review)
    {
        foreach (var failed in records.Where(r => r.Status != CellStatus.Ok).Select(r => r.Cell).Distinct())
            plan.Drop(failed);
        foreach (var cell in review.NotToBeSliced)
            plan.StopSlicing(cell);
        foreach (var cell in review.PreciseEnough)
            plan.Finish(cell);
    }
}
