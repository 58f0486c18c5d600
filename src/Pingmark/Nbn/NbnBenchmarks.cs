using Pingmark.Formatting;
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

    /// <summary>The suite with the best available stack of each library.</summary>
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

    /// <summary>Assignments of a suite's network keys, such as <c>network.delay=20ms</c>.</summary>
    public static IEnumerable<string> NetworkAssignments(NbnOptions options) =>
        options
            .NetworkWords.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries)
            .Select(word => word.Contains('=') ? word : $"{NetworkKeys.ProfileKey}={word}")
            .Select(word => $"{NetworkKeys.Group}.{word}");

    /// <summary>The options that were given although the predefined benchmark fixes them.</summary>
    public static IEnumerable<string> FindIgnoredOptions(NbnOptions options) =>
        options
            .Given.Except(["--benchmark", "--execution-mode", "--test", "--library", "--verbose", "--gc", "--network"])
            .Order(StringComparer.Ordinal);
}

/// <summary>NBN's names of libraries, each with its stacks, the best first.</summary>
public static class NbnLibraries
{
    private static readonly (string Name, string[] Stacks)[] Known =
    [
        ("ENet", ["dotnet/enet-csharp", "dotnet/enet"]),
        ("Kcp2k", ["dotnet/kcp2k"]),
        ("LiteNetLib", ["dotnet/litenetlib"]),
        ("NetCoreServer", ["dotnet/netcoreserver-udp"]),
    ];

    public static IReadOnlyList<string> Names { get; } = [.. Known.Select(k => k.Name)];

    /// <summary>The libraries in the values of <c>-l</c>, each once.</summary>
    public static IReadOnlyList<string> Split(IEnumerable<string> values)
    {
        var names = values
            .SelectMany(v => v.Split(',', StringSplitOptions.TrimEntries))
            .Where(n => n.Length > 0)
            .Distinct(StringComparer.OrdinalIgnoreCase)
            .ToList();
        return names.Count > 0
            ? names
            : throw new BadInputException(
                $"--library names no library; there are {string.Join(", ", Names)} and every id of "
                    + "`pingmark list stacks`"
            );
    }

    /// <summary>The stacks of a library that this tree has, the best first.</summary>
    /// <exception cref="BadInputException">There is no such library.</exception>
    /// <exception cref="PingmarkException">This tree has no worker for it.</exception>
    public static IReadOnlyList<string> Candidates(string library, IReadOnlyList<string> stacks)
    {
        if (stacks.Contains(library))
            return [library];
        if (
            Known.FirstOrDefault(k => k.Name.Equals(library, StringComparison.OrdinalIgnoreCase)).Stacks
            is not { } candidates
        )
            throw new BadInputException(
                $"unknown library '{library}'{NearestName.Suggestion(library, [.. Names, .. stacks])}; "
                    + $"there are {string.Join(", ", Names)} and every id of `pingmark list stacks`"
            );
        var here = candidates.Where(stacks.Contains).ToList();
        return here.Count > 0
            ? here
            : throw new PingmarkException(
                $"{library} is {string.Join(" or ", candidates)}, and no worker here has that stack",
                ExitCode.NothingAvailable
            );
    }

    /// <summary>NBN's name of the library that a stack uses; the id of any other stack.</summary>
    public static string NameOf(string stack) => Known.FirstOrDefault(k => k.Stacks.Contains(stack)).Name ?? stack;
}
