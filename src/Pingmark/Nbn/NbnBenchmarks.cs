using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Nbn;

/// <summary>NBN's predefined benchmarks: which suites each is.</summary>
public static class NbnBenchmarks
{
    /// <summary>Names of suites, in the order in which they run. Essential has Performance's scenarios within a few
    /// minutes, so All has it already.</summary>
    public static IReadOnlyList<string> SuitesOf(NbnBenchmark benchmark) =>
        benchmark switch
        {
            NbnBenchmark.Quick => ["nbn-quick"],
            NbnBenchmark.Performance => ["nbn-performance"],
            NbnBenchmark.Sampling => ["nbn-sampling"],
            NbnBenchmark.Essential => ["nbn-essential"],
            NbnBenchmark.All => ["nbn-quick", "nbn-sampling", "nbn-performance"],
            _ => throw new ArgumentOutOfRangeException(nameof(benchmark), benchmark, "has no suites"),
        };

    /// <summary>One stack a library: where the best of several is available the others step back, as they would be
    /// measured twice under one name.</summary>
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

    /// <summary>Options that a predefined benchmark fixes, and that were given all the same.</summary>
    public static IEnumerable<string> Fixed(NbnOptions options) =>
        options
            .Given.Except(["--benchmark", "--execution-mode", "--test", "--library", "--verbose"])
            .Order(StringComparer.Ordinal);
}
