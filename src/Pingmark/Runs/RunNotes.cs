using System.Globalization;
using Pingmark.Formatting;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Trials;

namespace Pingmark.Runs;

/// <summary>Writes what has to be known of a run before its first trial.</summary>
internal static class RunNotes
{
    /// <param name="cells">How many cells can be measured.</param>
    public static IEnumerable<Note> OfPlan(Suite suite, BudgetPlan budget, int cells) =>
        [.. SharedProcesses(suite), .. Partial(suite.Settings, budget, cells), .. Shortened(suite.Settings, budget)];

    private static IEnumerable<Note> Partial(SuiteSettings settings, BudgetPlan budget, int cells)
    {
        if (BudgetRoom.Describe(settings, budget, cells) is { Length: > 0 } room)
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
