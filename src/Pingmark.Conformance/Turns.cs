using System.Collections.Concurrent;

namespace Pingmark.Conformance;

/// <summary>Runs tasks side by side, of which at most one spins while any other is left: two would take the cores from
/// all others, and take longer for it.</summary>
internal static class Turns
{
    /// <param name="most">How many tasks run at the same time.</param>
    public static Task RunAsync<T>(IEnumerable<T> all, Func<T, bool> spins, int most, Func<T, Task> run)
    {
        var kinds = all.ToLookup(spins);
        ConcurrentQueue<T> spinning = new(kinds[true]),
            others = new(kinds[false]);
        return Task.WhenAll(Enumerable.Range(0, most).Select(runner => Task.Run(() => RunInTurnAsync(runner == 0))));

        // One runner begins with those that spin, so that they are not all left for the end; all others end with them.
        async Task RunInTurnAsync(bool beginsWithSpinning)
        {
            var (first, then) = beginsWithSpinning ? (spinning, others) : (others, spinning);
            while (first.TryDequeue(out var next) || then.TryDequeue(out next))
                await run(next);
        }
    }
}
