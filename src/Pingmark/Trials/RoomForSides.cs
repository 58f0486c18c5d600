using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>How many sides may be up at once, by the memory that workers of their runtimes take.</summary>
internal static class RoomForSides
{
    /// <summary>Half as much again as the most resident memory that a worker of the runtime had in the suites of this
    /// tree: 8 MiB of C++, 131 of .NET, 157 of a JVM, which takes more while it compiles than later.</summary>
    private const long CppBytes = 12L << 20,
        DotnetBytes = 196L << 20,
        JavaBytes = 236L << 20;

    /// <summary>A comparison needs them.</summary>
    private const int FewestPairs = 2;

    /// <summary>Whichever sides these are.</summary>
    /// <param name="cells">Of a run; the first of a scenario is its baseline.</param>
    /// <param name="roomBytes">For all workers together.</param>
    public static int MostPairs(IReadOnlyList<Cell> cells, bool sharesSides, long roomBytes)
    {
        var sides = Sides(cells, sharesSides).Select(BytesOf).OrderDescending().ToList();
        var (most, bytes) = (0, 0L);
        while (most < sides.Count && (bytes += sides[most]) <= roomBytes)
            most++;
        return Math.Max(FewestPairs, most == sides.Count ? (most + 1) / 2 : most / 2);
    }

    private static IEnumerable<SideKey> Sides(IReadOnlyList<Cell> cells, bool sharesSides)
    {
        var baselines = cells.DistinctBy(cell => cell.Scenario).ToHashSet();
        return cells
            .SelectMany(cell => SideKeys.Of(cell, sharesSides && !baselines.Contains(cell)).OfProcesses)
            .Distinct();
    }

    private static long BytesOf(SideKey side) =>
        (side.IsServer ? 1 : side.Clients)
        * side.Stack.Split('/')[0] switch
        {
            "cpp" => CppBytes,
            "dotnet" => DotnetBytes,
            _ => JavaBytes,
        };
}
