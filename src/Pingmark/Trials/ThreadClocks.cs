using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>Tells what the threads of a side use, from one reading of their clocks to the next.</summary>
/// <param name="side">The side; null where it is not ours.</param>
internal sealed class ThreadClocks(Side? side)
{
    private static readonly Dictionary<int, ThreadTime> None = [];
    private IReadOnlyDictionary<int, ThreadTime> _last = side?.Threads() ?? None;

    /// <summary>Reads the clocks again.</summary>
    /// <returns>What each thread has used since they were read last.</returns>
    public IReadOnlyCollection<ThreadTime> SinceLast()
    {
        var (before, now) = (_last, side?.Threads(_last) ?? None);
        _last = now;
        return [.. ThreadTime.Difference(before, now).Values];
    }
}
