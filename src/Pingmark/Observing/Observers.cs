using Pingmark.Observing.Kernel;
using Pingmark.Observing.Runtimes;

namespace Pingmark.Observing;

/// <summary>What watches the trials of a run; it is chosen once, where the run is wired.</summary>
public sealed class Observers
{
    private readonly IReadOnlyList<IObserver> _all;

    internal Observers(IReadOnlyList<IObserver> all) => _all = all;

    public static Observers None { get; } = new([]);

    /// <summary>All observers; together they cost next to nothing.</summary>
    public static Observers All { get; } = new([new KernelObserver(), new JavaObserver(), new DotnetObserver()]);

    /// <summary>Begins to watch a trial.</summary>
    /// <param name="sides">The sides on this machine, which are awake.</param>
    /// <param name="notObserved">What can't be watched at all, in words.</param>
    public async Task<TrialWatch> BeginAsync(
        IReadOnlyList<WatchedSide> sides,
        IReadOnlyList<string> notObserved,
        CancellationToken cancel
    ) => new(await Task.WhenAll(_all.Select(one => one.WatchAsync(sides, cancel))), notObserved);
}
