using Pingmark.Model;
using Pingmark.Schema;
using Pingmark.Workers;

namespace Pingmark.Nbn;

/// <summary>The suites of NBN's predefined benchmarks.</summary>
public static class NbnBenchmarks
{
    /// <summary>The names of a benchmark's suites in the order in which they run. As in NBN Essential is Performance
    /// and Sampling, of which the first has a suite that takes a few minutes; All does not run both of these.</summary>
    public static IReadOnlyList<string> SuitesOf(NbnBenchmark benchmark) =>
        benchmark switch
        {
            NbnBenchmark.Quick => ["nbn-quick"],
            NbnBenchmark.Performance => ["nbn-performance"],
            NbnBenchmark.Sampling => ["nbn-sampling"],
            NbnBenchmark.Essential => ["nbn-essential", "nbn-sampling"],
            NbnBenchmark.All => ["nbn-quick", "nbn-sampling", "nbn-performance"],
            _ => throw new ArgumentOutOfRangeException(nameof(benchmark), benchmark, "has no suites"),
        };

    /// <summary>The suite with one available stack for each library, the best one: others would be measured again under
    /// the same name.</summary>
    public static Suite WithOneStackALibrary(Suite suite, Func<string, Availability> availability)
    {
        var stacks = suite.Cells.Select(c => c.Stack).Distinct().ToList();
        var chosen = stacks
            .GroupBy(NbnLibraries.NameOf)
            .Select(g => g.FirstOrDefault(s => availability(s).IsAvailable))
            .ToHashSet();
        // Those that are not available stay: they are listed with the reason.
        return suite with
        {
            Cells = suite.Cells.Where(c => chosen.Contains(c.Stack) || !availability(c.Stack).IsAvailable).ToList(),
        };
    }

    /// <summary>What a suite's keys are set to for the network that was asked for: <c>network.delay=20ms</c>; empty
    /// where none was.</summary>
    public static IEnumerable<string> NetworkAssignments(NbnOptions options) =>
        options
            .NetworkWords.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries)
            .Select(word => word.Contains('=') ? word : $"{NetworkKeys.ProfileKey}={word}")
            .Select(word => $"{NetworkKeys.Group}.{word}");

    /// <summary>The options that were given although the predefined benchmark fixes them.</summary>
    public static IEnumerable<string> Fixed(NbnOptions options) =>
        options
            .Given.Except(["--benchmark", "--execution-mode", "--test", "--library", "--verbose", "--gc", "--network"])
            .Order(StringComparer.Ordinal);
}
