using System.Globalization;
using System.Text.RegularExpressions;
using Pingmark.Model;

namespace Pingmark.Observing.Runtimes;

/// <summary>Reads the pauses of a Java process from its log of safepoints, whose lines begin with System.nanoTime,
/// which is CLOCK_MONOTONIC on Linux: <c>[123ns] Safepoint "G1CollectForAllocation", ..., Total: 405405 ns</c>. A line
/// is written when the pause has ended.</summary>
internal static partial class SafepointLog
{
    public static WatchedEvent? Read(string line, string side)
    {
        var match = Safepoint().Match(line);
        if (
            !match.Success
            || !long.TryParse(match.Groups["at"].ValueSpan, CultureInfo.InvariantCulture, out var atNs)
            || !long.TryParse(match.Groups["total"].ValueSpan, CultureInfo.InvariantCulture, out var totalNs)
        )
            return null;
        var operation = match.Groups["name"].Value;
        return new(
            Collection().IsMatch(operation) ? EventKind.Collection : EventKind.Safepoint,
            side,
            atNs - totalNs,
            atNs,
            totalNs,
            operation
        );
    }

    [GeneratedRegex("""^\[(?<at>\d{1,18})ns\] Safepoint "(?<name>\w{1,60})",.* Total: +(?<total>\d{1,18}) ns""")]
    private static partial Regex Safepoint();

    /// <summary>The operations of collectors: G1, Serial, Parallel, Z, Shenandoah.</summary>
    [GeneratedRegex("^(G1|Z[A-Z]|X[A-Z]|Shenandoah|ParallelGC|Gen|Serial)|Collect|GC")]
    private static partial Regex Collection();
}
