using Pingmark.Observing;

namespace Pingmark.Trials;

/// <summary>The processes of a pair, as observers see them.</summary>
internal static class WatchedPair
{
    /// <summary>Begins to watch a pair, which is awake, with the observers that it has.</summary>
    public static Task<TrialWatch> BeginAsync(Pair pair, CancellationToken cancel) =>
        BeginAsync(pair, pair.Observers, cancel);

    /// <summary>Begins to watch it with others.</summary>
    public static Task<TrialWatch> BeginAsync(Pair pair, Observers observers, CancellationToken cancel)
    {
        var sides = pair.Processes.SelectMany(side =>
            side.Parts.Select(part => (Name: NameOf(side, pair), Part: part))
        );
        var (here, elsewhere) = (new List<WatchedSide>(), new List<string>());
        foreach (var (name, part) in sides)
            if (part is { Where.IsHere: true, Pid: > 0 })
                here.Add(
                    new(name, part.Stack.Stack, part.Pid, part.Cpus, part.CompilerThreads) { Spins = part.Stack.Spins }
                );
            else
                elsewhere.Add($"the {name}: it is on another machine");
        return observers.BeginAsync(here, [.. elsewhere.Distinct()], cancel);
    }

    private static string NameOf(Side side, Pair pair) =>
        pair.Processes.Count == 1 ? "pair"
        : side is ServerSide ? "server"
        : "client";
}
