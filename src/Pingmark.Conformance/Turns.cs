namespace Pingmark.Conformance;

/// <summary>Hands out what is left to do: one that spins and, while there is anything else, no second: two would take
/// the cores from all others, and last longer for it. So that these, one after the other, are not what all others wait
/// for at the end, the next one begins when the one before has ended.</summary>
internal sealed class Turns<T>(IEnumerable<T> all, Func<T, bool> spins)
{
    private readonly List<T> _left = [.. all];
    private readonly Lock _lock = new();
    private int _spinning;

    /// <param name="most">So many at once.</param>
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
