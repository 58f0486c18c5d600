namespace Pingmark.Observing.Runtimes;

internal static class RuntimeOf
{
    /// <summary>The sides whose stacks run on a runtime, with whose name their ids begin.</summary>
    public static IEnumerable<WatchedSide> Sides(IReadOnlyList<WatchedSide> sides, string runtime) =>
        sides.Where(side => side.Stack.StartsWith(runtime + "/", StringComparison.Ordinal));
}
