using System.Globalization;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Statistics;

namespace Pingmark.Capacity;

/// <summary>How many generations a budget holds, and when each has to end. The first one finds out where the capacities
/// are, and has the time of two.</summary>
internal sealed record CapacityBudget(long BudgetNs, int Generations)
{
    private const int MaxGenerations = 20;

    /// <summary>How many windows a cell has in a generation that is worth its start, and at the very least.</summary>
    private const int UsualWindows = 6,
        MinWindows = 3,
        ExtraWindowsInFirst = 5;

    /// <summary>What starting and warming up a cell's processes takes, in ns, usually, at the least, and more in the
    /// first generation.</summary>
    private const double StartNs = 2e9,
        MinStartNs = 0.9e9,
        ExtraStartNsInFirst = 1.5e9;
    private const double WindowOverhead = 1.2;

    /// <exception cref="BadInputException">The budget is too short for an interval; the message says what it
    /// takes.</exception>
    public static CapacityBudget For(CapacitySettings settings, int cells, long windowNs)
    {
        var window = WindowOverhead * windowNs;
        var minNs =
            cells
            * (
                LoadEstimate.FewestGenerations * (MinStartNs + MinWindows * window)
                + ExtraStartNsInFirst
                + ExtraWindowsInFirst * window
            );
        if (settings.BudgetNs < minNs)
            throw new BadInputException(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"a budget of {Units.FormatDuration(settings.BudgetNs)} is too short: an interval needs "
                        + $"{LoadEstimate.FewestGenerations} generations of fresh processes, which of "
                        + $"{(cells == 1 ? "one cell" : $"{cells} cells")} with windows of "
                        + $"{Units.FormatDuration(windowNs)} take {Math.Ceiling(minNs / 1e9):0} s at least; give "
                        + $"--budget {Math.Ceiling(1.5 * minNs / 1e9):0}s, or fewer stacks"
                )
            );
        var perGenerationNs = cells * (StartNs + UsualWindows * window);
        return new(
            settings.BudgetNs,
            Math.Clamp((int)(settings.BudgetNs / perGenerationNs) - 1, LoadEstimate.FewestGenerations, MaxGenerations)
        );
    }

    /// <summary>When a part of a generation has to end, in ns since the beginning.</summary>
    public long EndNs(int generation, double share, long startedNs)
    {
        var left = Generations - generation + 1 + (generation == 1 ? 1 : 0);
        var lengthNs = (generation == 1 ? 2.0 : 1.0) * (BudgetNs - startedNs) / Math.Max(1, left);
        return startedNs + (long)(share * lengthNs);
    }

    /// <summary>Whether another generation fits, beyond those that were planned, too.</summary>
    public bool HasRoom(int measured, long spentNs, long longestNs) =>
        measured < Generations ? spentNs < BudgetNs : measured < MaxGenerations && spentNs + longestNs < BudgetNs;
}
