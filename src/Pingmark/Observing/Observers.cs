using Pingmark.Model;
using Pingmark.Observing.Kernel;
using Pingmark.Observing.Runtimes;

namespace Pingmark.Observing;

/// <summary>A process of a side on this machine.</summary>
/// <param name="Name">The side: <c>server</c>, <c>client</c>, or <c>pair</c> for a process that is both.</param>
/// <param name="Stack">The id of its stack.</param>
/// <param name="Cpus">The cores that it may use, as taskset's list.</param>
/// <param name="CompilerThreads">The beginnings of the names of threads that compile or collect; no message waits until
/// those get a core.</param>
public sealed record WatchedSide(string Name, string Stack, int Pid, string Cpus, IReadOnlyList<string> CompilerThreads)
{
    public IReadOnlyList<int> Cores { get; } = [.. CoreList.Parse(Cpus).Distinct().Order()];

    /// <summary>Whether its stack runs on a runtime, with whose name the stack's id begins.</summary>
    public bool RunsOn(string runtime) => Stack.StartsWith(runtime + "/", StringComparison.Ordinal);

    public bool IsCompiler(string thread) =>
        CompilerThreads.Any(name => thread.StartsWith(name, StringComparison.Ordinal));
}

/// <summary>Sees events of one sort that delay messages.</summary>
public interface IObserver
{
    /// <summary>Begins to watch the sides of a trial, before they are warmed up; they are awake.</summary>
    Task<IWatch> WatchAsync(IReadOnlyList<WatchedSide> sides, CancellationToken cancel);
}

/// <summary>An observer of one trial.</summary>
public interface IWatch : IAsyncDisposable
{
    /// <summary>Called before a window is measured.</summary>
    void Resume() { }

    /// <summary>Called after a window.</summary>
    void Pause() { }

    /// <summary>Ends the watch; the sides are awake.</summary>
    Task<Seen> EndAsync(CancellationToken cancel);
}

/// <summary>What an observer saw in a trial.</summary>
/// <param name="NotObserved">What it could not watch, and why.</param>
/// <param name="CpuNs">The CPU time that it took in this process while windows were measured.</param>
public sealed record Seen(IReadOnlyList<WatchedEvent> Events, IReadOnlyList<string> NotObserved, long CpuNs = 0)
{
    public static readonly Seen Nothing = new([], []);
}

/// <summary>The observers of a run's trials.</summary>
public sealed class Observers
{
    private readonly IReadOnlyList<IObserver> _all;

    internal Observers(IReadOnlyList<IObserver> all) => _all = all;

    public static Observers None { get; } = new([]);

    /// <summary>All observers; together they cost next to nothing.</summary>
    public static Observers All { get; } = new([new KernelObserver(), new JavaObserver(), new DotnetObserver()]);

    /// <summary>Begins to watch a trial.</summary>
    /// <param name="sides">The sides on this machine, which are awake.</param>
    /// <param name="notObserved">What can't be watched at all, and why.</param>
    public async Task<TrialWatch> BeginAsync(
        IReadOnlyList<WatchedSide> sides,
        IReadOnlyList<string> notObserved,
        CancellationToken cancel
    ) => new(await Task.WhenAll(_all.Select(one => one.WatchAsync(sides, cancel))), notObserved);
}
