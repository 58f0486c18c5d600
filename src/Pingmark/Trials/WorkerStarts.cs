using Pingmark.Impairment;
using Pingmark.Observing;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>How the workers of a run are started: each round has a <see cref="ProcessSet"/> of its own.</summary>
/// <param name="Cores">The cores of the server's machine.</param>
/// <param name="Starter">What starts workers.</param>
public sealed record WorkerStarts(IWorkerStarter Starter, IReadOnlyList<int> Cores)
{
    /// <summary>The cores of the clients' machine; null where the sides share one machine's.</summary>
    public IReadOnlyList<int>? ClientCores { get; init; }

    /// <summary>How many pairs of workers there is room for: so many may be up at once, and for more the sides that
    /// have waited longest end.</summary>
    public int MostPairs { get; init; } = int.MaxValue;

    /// <summary>What makes the networks of cells that ask for one; null where no cell does.</summary>
    public Impairer? Impairer { get; init; }

    /// <summary>What watches their pairs while these are measured.</summary>
    public Observers Observers { get; init; } = Observers.None;

    internal ProcessSet Begin(bool sharesSides = false) => new(this, sharesSides);
}
