using Pingmark.Impairment;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>How the workers of a run are started: each round has a <see cref="ProcessSet"/> of its own.</summary>
/// <param name="Cores">Of the server's machine.</param>
public sealed record WorkerStarts(IWorkerStarter Starter, IReadOnlyList<int> Cores)
{
    /// <summary>Of the clients' machine; null: the sides share one machine's.</summary>
    public IReadOnlyList<int>? ClientCores { get; init; }

    /// <summary>Pairs of workers that there is room for: so many may be up at once, and for more the sides that have
    /// waited longest end.</summary>
    public int MostPairs { get; init; } = int.MaxValue;

    /// <summary>Of cells that ask for a network; null: none does.</summary>
    public Impairer? Impairer { get; init; }

    /// <summary>Where the messages of their pairs are logged.</summary>
    public MessageRecorder Messages { get; init; } = MessageRecorder.None;

    internal ProcessSet Begin(bool sharesSides = false) => new(this, sharesSides);
}
