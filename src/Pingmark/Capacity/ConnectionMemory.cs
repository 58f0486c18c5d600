using MathNet.Numerics.Statistics;
using Pingmark.Model;

namespace Pingmark.Capacity;

/// <summary>Tells from the windows of a search what memory a connection takes on a side.</summary>
internal static class ConnectionMemory
{
    /// <summary>With so many times the connections of the first window there is more of theirs than of what else a
    /// process takes while it measures.</summary>
    private const double LeastFactor = 4;

    /// <param name="windows">Of one cell, in their order.</param>
    /// <param name="kind">What the search raises.</param>
    /// <param name="usage">What the side used.</param>
    /// <param name="whileConnecting">What the side gained in bytes for each connection while it connected.</param>
    /// <returns>The bytes of a connection; null where that can't be told.</returns>
    public static long? Of(
        IReadOnlyList<CapacityStep> windows,
        CapacityKind kind,
        Func<CountedWindow, Usage?> usage,
        Func<CountedWindow, long?> whileConnecting
    )
    {
        // All windows of a generation have the same connections, which are opened once.
        if (kind == CapacityKind.Rate)
            return windows.Select(step => whileConnecting(step.Window!)).LastOrDefault(bytes => bytes is not null);
        var told = windows
            .GroupBy(step => step.Generation)
            .Select(generation => OfProcess([.. generation], usage))
            .OfType<double>()
            .ToList();
        return told.Count > 0 ? (long)told.Median() : null;
    }

    /// <summary>Of connections that are opened anew for each window. A process keeps what it once took, so that it
    /// gains nothing where it had more of them before: the window with the most is held against the first.</summary>
    private static double? OfProcess(IReadOnlyList<CapacityStep> windows, Func<CountedWindow, Usage?> usage)
    {
        var (first, most) = (windows[0], windows.MaxBy(step => step.Offered)!);
        return
            most.Offered >= LeastFactor * first.Offered
            && usage(most.Window!)?.RssBytes - usage(first.Window!)?.RssBytes is { } bytes
            ? Math.Max(0, bytes) / (most.Offered - first.Offered)
            : null;
    }
}
