using Pingmark.Model;

namespace Pingmark.Observing;

/// <summary>A process of a side on this machine.</summary>
/// <param name="Name">The side: <c>server</c>, <c>client</c>, or <c>pair</c> for a process that is both.</param>
/// <param name="Stack">The id of its stack.</param>
/// <param name="Cpus">The cores that it may use, as taskset's list.</param>
/// <param name="CompilerThreads">How the names of its threads begin that compile or collect: no message waits for
/// those to get a core.</param>
public sealed record WatchedSide(string Name, string Stack, int Pid, string Cpus, IReadOnlyList<string> CompilerThreads)
{
    /// <summary>Whether its threads never sleep while they measure, so that whoever else needs a core takes it from
    /// them.</summary>
    public bool Spins { get; init; }

    /// <summary>The cores that it may use, in their order.</summary>
    public IReadOnlyList<int> Cores { get; } = [.. CoreList.Parse(Cpus).Distinct().Order()];

    /// <summary>Whether a thread of that name compiles or collects.</summary>
    public bool IsOfCompilers(string thread) =>
        CompilerThreads.Any(name => thread.StartsWith(name, StringComparison.Ordinal));
}

/// <summary>Sees events of one sort that delay messages; each has a file or folder, and a line in
/// <see cref="Observers"/>.</summary>
public interface IObserver
{
    /// <summary>Begins to watch the sides of a trial, before they are warmed up; they are awake.</summary>
    Task<IWatch> WatchAsync(IReadOnlyList<WatchedSide> sides, CancellationToken cancel);
}

/// <summary>An observer of one trial.</summary>
public interface IWatch : IAsyncDisposable
{
    /// <summary>Is told that a window is about to be measured.</summary>
    void Resume() { }

    /// <summary>Is told that the window is over.</summary>
    void Pause() { }

    /// <summary>Ends the watch; the sides are awake.</summary>
    Task<Seen> EndAsync(CancellationToken cancel);
}

/// <summary>What an observer saw in a trial.</summary>
/// <param name="NotObserved">What it could not watch, and why, in words.</param>
/// <param name="CpuNs">The CPU time that it took in this process while windows were measured.</param>
public sealed record Seen(IReadOnlyList<WatchedEvent> Events, IReadOnlyList<string> NotObserved, long CpuNs = 0)
{
    public static readonly Seen Nothing = new([], []);
}
