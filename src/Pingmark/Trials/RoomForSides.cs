using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>How many sides may be up at once, by the memory that their workers take.</summary>
internal static class RoomForSides
{
    /// <summary>The fewest pairs that must be up, because a comparison needs them.</summary>
    private const int FewestPairs = 2;

    /// <summary>Says how many pairs may be up at once, whichever sides these are.</summary>
    /// <param name="cells">The cells of a run; the first of a scenario and class is a baseline.</param>
    /// <param name="roomBytes">The memory that all workers together may take.</param>
    /// <param name="bytesOf">Says how much memory a worker of a stack takes.</param>
    public static int MostPairs(IReadOnlyList<Cell> cells, bool sharesSides, long roomBytes, Func<string, long> bytesOf)
    {
        var sides = Sides(cells, sharesSides)
            .Select(side => (side.IsServer ? side.Scenario.ServerWorkers : side.Clients) * bytesOf(side.Stack))
            .OrderDescending()
            .ToList();
        var (most, bytes) = (0, 0L);
        while (most < sides.Count && (bytes += sides[most]) <= roomBytes)
            most++;
        return Math.Max(FewestPairs, most == sides.Count ? (most + 1) / 2 : most / 2);
    }

    private static IEnumerable<SideKey> Sides(IReadOnlyList<Cell> cells, bool sharesSides)
    {
        var baselines = cells.DistinctBy(cell => cell.ComparedWithin).ToHashSet();
        return cells
            .SelectMany(cell => SideKeys.ForCell(cell, sharesSides && !baselines.Contains(cell)).OfProcesses)
            .Distinct();
    }
}
