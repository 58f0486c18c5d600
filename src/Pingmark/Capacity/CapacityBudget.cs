using System.Globalization;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Statistics;

namespace Pingmark.Capacity;

/// <summary>How many generations a budget holds, and when each has to end. The first one finds out where the capacities
/// are, and has the time of two.</summary>
/// <param name="Generations">How many generations are planned.</param>
internal sealed record CapacityBudget(long BudgetNs, int Generations)
{
    private const int MostGenerations = 20;

    /// <summary>So many generations are measured, however long windows take, where the budget holds them: one more than
    /// an interval needs, as the first may find out no more than where the capacities are.</summary>
    private const int FewWorthTime = LoadEstimate.FewestGenerations + 1;

    /// <summary>How many windows a cell has in a generation that is worth its start, and at the very least.</summary>
    private const int WindowsWorthStart = 6,
        LeastWindows = 3,
        MoreInFirst = 5;

    /// <summary>What starting and warming up a cell's processes takes, in ns, usually, at the least, and more in the
    /// first generation.</summary>
    private const double StartNs = 2e9,
        LeastStartNs = 0.9e9,
        MoreStartNs = 1.5e9;
    private const double WindowTimes = 1.2;

    /// <exception cref="BadInputException">The budget is too short for an interval; the message says what it
    /// takes.</exception>
    public static CapacityBudget For(CapacitySettings settings, int cells, long windowNs)
    {
        var window = WindowTimes * windowNs;
        var leastNs =
            cells
            * (
                LoadEstimate.FewestGenerations * (LeastStartNs + LeastWindows * window)
                + MoreStartNs
                + MoreInFirst * window
            );
        if (settings.BudgetNs < leastNs)
            throw new BadInputException(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"a budget of {Units.FormatDuration(settings.BudgetNs)} is too short: an interval needs "
                        + $"{LoadEstimate.FewestGenerations} generations of fresh processes, which of "
                        + $"{(cells == 1 ? "one cell" : $"{cells} cells")} with windows of "
                        + $"{Units.FormatDuration(windowNs)} take {Math.Ceiling(leastNs / 1e9):0} s at least; give "
                        + $"--budget {Math.Ceiling(1.5 * leastNs / 1e9):0}s, or fewer stacks"
                )
            );
        var each = cells * (StartNs + WindowsWorthStart * window);
        return new(
            settings.BudgetNs,
            Math.Clamp((int)(settings.BudgetNs / each) - 1, LoadEstimate.FewestGenerations, MostGenerations)
        );
    }

    /// <summary>When a part of a generation has to end, in ns since the beginning. Thousands of connections take longer
    /// to be made than a window, and disturbed windows are measured again: then there are fewer generations than
    /// planned, and not fewer windows in each, for of those few are near the crossing.</summary>
    /// <param name="generation">The number of the generation, from 1.</param>
    /// <param name="turn">The number of the window that would be next, from 1.</param>
    /// <param name="share">The share of the generation that has been measured then.</param>
    /// <param name="begunNs">When the generation began.</param>
    public long EndNs(int generation, int turn, double share, long begunNs)
    {
        var planned = turn <= WindowsWorthStart ? Math.Min(Generations, FewWorthTime) : Generations;
        var left = planned - generation + 1 + (generation == 1 ? 1 : 0);
        var ofThis = (generation == 1 ? 2.0 : 1.0) * (BudgetNs - begunNs) / Math.Max(1, left);
        return begunNs + (long)(share * ofThis);
    }

    /// <summary>Whether another generation fits, beyond those that were planned, too. Where there are enough, half of
    /// one is not begun.</summary>
    /// <param name="measured">How many there were.</param>
    /// <param name="longestNs">What the longest after the first took.</param>
    public bool HasRoom(int measured, long spentNs, long longestNs) =>
        measured < MostGenerations
        && spentNs
            + (
                measured >= Generations ? longestNs
                : measured >= FewWorthTime ? longestNs / 2
                : 0
            )
            < BudgetNs;
}
