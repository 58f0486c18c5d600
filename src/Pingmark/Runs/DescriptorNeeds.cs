using System.Globalization;
using Pingmark.Formatting;
using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Runs;

/// <summary>A connection is a descriptor on each side. Runtimes raise the limit that is in force to the highest that is
/// allowed when they start; what is more than that is refused before anything starts.</summary>
internal static class DescriptorNeeds
{
    /// <summary>Of a runtime, for its own files.</summary>
    private const int Besides = 200;

    /// <exception cref="BadInputException">No process may have so many.</exception>
    public static void Require(IEnumerable<Cell> cells) =>
        Require(cells, ProcessLimit.OfOpenFiles(File.ReadLines("/" + ProcessLimit.Source)).Hard);

    /// <param name="most">Null: there is no limit.</param>
    internal static void Require(IEnumerable<Cell> cells, long? most)
    {
        var largest = cells.MaxBy(cell => Of(cell.Scenario));
        if (largest is null || most is not { } limit || Of(largest.Scenario) <= limit)
            return;
        var needed = Of(largest.Scenario);
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

    private static long Of(Scenario scenario) => scenario.EndsInAProcess + Besides;
}
