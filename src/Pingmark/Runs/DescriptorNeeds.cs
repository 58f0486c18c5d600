using System.Globalization;
using Pingmark.Formatting;
using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Runs;

/// <summary>Refuses runs that need more descriptors than a process may have, before anything starts. A connection is a
/// descriptor on each side; runtimes raise their limit to the highest that is allowed when they start.</summary>
internal static class DescriptorNeeds
{
    /// <summary>The descriptors that a runtime needs for its own files, generously.</summary>
    private const int Besides = 200;

    /// <exception cref="BadInputException">A process needs more descriptors than it may have.</exception>
    public static void Require(IEnumerable<Cell> cells) =>
        Require(cells, ProcessLimit.ReadOpenFiles(File.ReadLines("/" + ProcessLimit.Source)).Hard);

    /// <param name="most">The most descriptors that a process may have; null if there is no limit.</param>
    internal static void Require(IEnumerable<Cell> cells, long? most)
    {
        var largest = cells.MaxBy(cell => NeededFor(cell.Scenario));
        if (largest is null || most is not { } limit || NeededFor(largest.Scenario) <= limit)
            return;
        var needed = NeededFor(largest.Scenario);
        throw new BadInputException(
            string.Create(
                CultureInfo.InvariantCulture,
                $"{largest.Id}: {NumberText.Count(largest.Scenario.AllConnections)} connections need {needed} "
                    + $"descriptors in a process, and this machine allows {limit} (ulimit -Hn); "
                    + $"`sudo prlimit --pid $$ --nofile={needed}` raises it for this shell, nofile in "
                    + $"/etc/security/limits.conf for good"
            )
        );
    }

    /// <summary>The descriptors of the side that needs most; the server has the connections of all clients.</summary>
    private static long NeededFor(Scenario scenario) => scenario.MaxEndsPerProcess + Besides;
}
