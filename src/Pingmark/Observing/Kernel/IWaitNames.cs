using Pingmark.Model;

namespace Pingmark.Observing.Kernel;

/// <summary>Names who had the cores while threads of the sides waited for them.</summary>
internal interface IWaitNames
{
    /// <summary>Begins to look, when a window is about to be measured.</summary>
    void Begin() { }

    /// <summary>Ends looking.</summary>
    /// <returns>The CPU time that it took, in ns.</returns>
    long End() => 0;

    /// <summary>What it could not see, in words.</summary>
    IReadOnlyList<string> NotObserved => [];

    /// <summary>Puts the name into the words of a wait, where it is known.</summary>
    WatchedEvent Named(WatchedEvent wait) => wait;
}

/// <summary>Nobody looks.</summary>
internal sealed class UnnamedWaits : IWaitNames;
