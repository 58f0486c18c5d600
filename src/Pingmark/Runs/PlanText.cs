using System.Globalization;
using Pingmark.Formatting;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Statistics;
using Pingmark.Trials;

namespace Pingmark.Runs;

/// <summary>Words the plan of a run: how much is measured, how long it takes, and how precise it will be.</summary>
internal static class PlanText
{
    /// <summary>The half-width of a precise comparison, relative to its ratio.</summary>
    private const double PreciseHalfWidth = 0.03;
    private const double HalfMinuteS = 30;

    /// <summary>The plan in a line, such as <c>quick: 16 cells in about 58 s, up to 2 rounds with 0.8 s of each cell;
    /// …</c></summary>
    public static string Describe(PlannedRun plan, NoiseModel noise)
    {
        var (suite, cells, budget) = (plan.Suite, plan.Cells, plan.Budget);
        return $"{suite.Name}: {NumberText.Count(cells.Count, "cell")} {Counted(suite, budget)}"
            + DescribeFit(suite, cells, budget, noise)
            + (suite.Settings.Sampling ? "; then each cell once more under its profilers" : "")
            + string.Create(CultureInfo.InvariantCulture, $"; seed {plan.Info.Seed}");
    }

    /// <summary>Where the time should go, a line for each kind.</summary>
    public static string DescribeTime(BudgetPlan budget)
    {
        var time = budget.TimeUse;
        return string.Join(
            '\n',
            Line("starts of processes", time.StartsNs),
            Line("warm-ups", time.WarmUpsNs),
            Line("slices", time.SlicesNs),
            Line("continuous windows", time.WindowsNs),
            Line("requests, pauses and ends", time.RestsNs)
        );

        static string Line(string what, long ns) =>
            string.Create(CultureInfo.InvariantCulture, $"  {what, -26} {ns / 1e9, 6:0.0} s");
    }

    /// <summary>What does not fit into the budget, or how precise the ratios will be.</summary>
    private static string DescribeFit(Suite suite, IReadOnlyList<Cell> cells, BudgetPlan budget, NoiseModel noise) =>
        BudgetFit.Describe(suite.Settings, budget, cells.Count) is { Length: > 0 } less
            ? $"; {less}"
            : Precision(budget) + DescribeNeededBudget(suite, cells, budget, noise);

    private static string Precision(BudgetPlan budget) =>
        budget.Precision is { Length: > 0 } precision ? $"; ratios to {precision}" : "";

    /// <summary>How long a precise run would take, where the plan is not precise; otherwise an empty text.</summary>
    private static string DescribeNeededBudget(
        Suite suite,
        IReadOnlyList<Cell> cells,
        BudgetPlan budget,
        NoiseModel noise
    ) =>
        suite.Settings.BudgetNs is not null
        && budget.ExpectedHalfWidth > PreciseHalfWidth
        && BudgetPlan.FindBudgetNs(PreciseHalfWidth, suite, cells, noise) is { } needed
            ? string.Create(
                CultureInfo.InvariantCulture,
                $", and ± {100 * PreciseHalfWidth:0} % takes about "
                    + $"{NumberText.Elapsed(HalfMinuteS * Math.Ceiling(needed / 1e9 / HalfMinuteS))}"
            )
            : "";

    /// <summary>How long it takes, and how much is counted; nobody can forecast the time of a number of
    /// messages.</summary>
    private static string Counted(Suite suite, BudgetPlan budget)
    {
        var rounds = (suite.Settings.BudgetNs is null ? "" : "up to ") + NumberText.Count(budget.Rounds, "round");
        return
            suite.Settings.BudgetNs is null
            && suite.Cells.FirstOrDefault(c => c.Scenario.Messages is not null) is { } cell
            ? $"in {rounds} with {NumberText.Count(cell.Scenario.Messages!.Value)} messages of each, "
                + "however long they take"
            : string.Create(
                CultureInfo.InvariantCulture,
                $"in about {NumberText.Elapsed(Math.Ceiling(budget.EstimateNs / 1e9))}, "
                    + $"{rounds} with {budget.Block.DurationNs / 1e9:0.##} s of each"
            );
    }
}

/// <summary>Words how much fits into a budget that is too short for a round of all cells.</summary>
internal static class BudgetFit
{
    /// <summary>The time of a quick machine relative to the forecast.</summary>
    private const double QuickMachineFactor = 0.85;

    /// <summary>The sentence; empty where a round of all cells fits.</summary>
    public static string Describe(SuiteSettings settings, BudgetPlan plan, int cells) =>
        plan is { IsPartial: true, FirstRound: { } round }
            ? $"the budget of {Text(settings)} holds about {NumberText.Count(round.Cells)} of "
                + $"{NumberText.Count(cells, "cell")}, in the suite's order of scenarios; one round of all takes "
                + $"{TimeWithOption(round.RoundNs)}"
            : "";

    /// <exception cref="BadInputException">Not even the first block fits, so that there would be no figure.</exception>
    public static void RequireFirstBlock(SuiteSettings settings, BudgetPlan plan)
    {
        if (
            plan is { IsPartial: true, FirstRound: { } round }
            && QuickMachineFactor * round.FirstBlockNs > settings.BudgetNs
        )
            throw new BadInputException(
                $"the budget of {Text(settings)} is too short for a single block: the first cells, which take turns, "
                    + $"take {TimeWithOption(round.FirstBlockNs)}, and one round of all {TimeWithOption(round.RoundNs)}"
            );
    }

    private static string Text(SuiteSettings settings) =>
        $"{NumberText.Number(Math.Max(0.1, settings.BudgetNs!.Value / 1e9))} s";

    private static string TimeWithOption(long ns) =>
        $"about {NumberText.RoughlyElapsed(ns / 1e9)}: "
        + $"`{NumberText.BudgetOption(BudgetPlan.BlockTimeMargin * ns / 1e9)}`";
}

/// <summary>Writes notes on a run before its first trial.</summary>
internal static class RunNotes
{
    /// <param name="cells">How many cells can be measured.</param>
    public static IEnumerable<Note> Create(Suite suite, BudgetPlan budget, int cells) =>
        [.. SharedProcesses(suite), .. Partial(suite.Settings, budget, cells), .. Shortened(suite.Settings, budget)];

    private static IEnumerable<Note> Partial(SuiteSettings settings, BudgetPlan budget, int cells)
    {
        if (BudgetFit.Describe(settings, budget, cells) is { Length: > 0 } room)
            yield return new("budget", AuditVerdict.Warning, room);
    }

    private static IEnumerable<Note> SharedProcesses(Suite suite)
    {
        if (suite.Settings.SharesSides)
            yield return new(
                "shared-processes",
                AuditVerdict.Note,
                "in each round one process of each server and one of each client measured all of their cells, one "
                    + "after the other, in random order; the baseline has processes of its own; "
                    + "fresh_processes: true starts them anew for each cell"
            );
        var scenarios = suite.Cells.Select(cell => cell.Scenario).Distinct().Count();
        if (scenarios > 1 && suite.Settings is { FreshProcesses: false, SharesSides: false })
            yield return new(
                "shared-processes",
                AuditVerdict.Note,
                $"in each round a stack's processes measured its {scenarios} scenarios one after the other, first the "
                    + "one with most messages in flight (of at most 64 connections), the others in random order; "
                    + "fresh_processes: true starts them anew for each"
            );
    }

    private static IEnumerable<Note> Shortened(SuiteSettings asked, BudgetPlan budget)
    {
        List<string> less = [];
        if (budget.Block.DurationNs < asked.DurationNs)
            less.Add(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{budget.Block.DurationNs / 1e9:0.##} s per cell and round in place of "
                        + $"{asked.DurationNs / 1e9:0.##} s"
                )
            );
        if (budget.Rounds < asked.Rounds)
            less.Add($"{NumberText.Count(budget.Rounds, "round")} in place of {NumberText.Count(asked.Rounds)}");
        if (asked.WarmUpNs is { } warmUp && budget.Block.WarmUpNs is null)
            less.Add(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"warm-ups until all has settled in place of {warmUp / 1e9:0.##} s"
                )
            );
        if (less.Count > 0)
            yield return new(
                "budget",
                AuditVerdict.Note,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"planned within {asked.BudgetNs / 1e9:0.#} s: {string.Join(", ", less)}; the pace "
                        + $"of the first round settled the rest"
                )
            );
    }
}
