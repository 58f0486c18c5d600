namespace Pingmark.Conformance;

/// <summary>Hands out tasks, at most one that spins while any other is left: two would take the cores from all others,
/// and take longer for it. The next one that spins begins when the one before has ended, so that they are not all left
/// for the end.</summary>
internal sealed class Turns<T>(IEnumerable<T> all, Func<T, bool> spins)
{
    private readonly List<T> _left = [.. all];
    private readonly Lock _lock = new();
    private int _spinning;

    /// <param name="most">How many tasks run at the same time.</param>
    public Task RunAsync(int most, Func<T, Task> run) =>
        Task.WhenAll(Enumerable.Range(0, most).Select(_ => Task.Run(() => RunInTurnAsync(run))));

    private async Task RunInTurnAsync(Func<T, Task> run)
    {
        while (TryTake(out var next))
            try
            {
                await run(next);
            }
            finally
            {
                Count(next, -1);
            }
    }

    private bool TryTake(out T next)
    {
        lock (_lock)
        {
            next = default!;
            if (_left.Count == 0)
                return false;
            var at = Math.Max(0, _left.FindIndex(one => spins(one) == (_spinning == 0)));
            next = _left[at];
            _left.RemoveAt(at);
            Count(next, 1);
            return true;
        }
    }

    private void Count(T one, int change)
    {
        lock (_lock)
            _spinning += spins(one) ? change : 0;
    }
}
