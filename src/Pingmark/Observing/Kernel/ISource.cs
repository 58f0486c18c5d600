using Pingmark.Model;

namespace Pingmark.Observing.Kernel;

/// <summary>Something of the kernel that is read in even steps while a window is measured. A reading must not
/// allocate.</summary>
internal interface ISource : IDisposable
{
    /// <param name="nowNs">The time of the reading.</param>
    void Read(long nowNs);

    /// <summary>Of what all readings may cost, how many parts are its own. What tells times more exactly is worth more
    /// readings.</summary>
    double Weight => 1;

    /// <summary>What of it was not seen here, in words.</summary>
    IReadOnlyList<string> NotObserved => [];

    /// <summary>The events that the readings show.</summary>
    IEnumerable<WatchedEvent> Events();
}
