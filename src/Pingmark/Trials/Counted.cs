using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>One run, with the CPU time of each side around it: from before the request to after the reply.</summary>
/// <param name="Server">Null: not known.</param>
public sealed record Counted(Measurement Measured, SideCost? Server, SideCost? Client)
{
    internal static async Task<Counted> OfAsync(Pair pair, Func<Task<Measurement>> run)
    {
        var (beganNs, before) = (Clock.NowNs, pair.CpuNs());
        var measured = await run();
        var (after, wallNs) = (pair.CpuNs(), Clock.NowNs - beganNs);
        return new(
            measured,
            Cost(before.Server, after.Server, measured.Answered, wallNs),
            Cost(before.Client, after.Client, measured.Answered, wallNs)
        );
    }

    private static SideCost? Cost(long? beforeNs, long? afterNs, long messages, long wallNs) =>
        beforeNs is { } before && afterNs is { } after ? new(after - before, messages, wallNs) : null;

    /// <summary>Several runs as one stretch.</summary>
    internal static Stretch Together(IReadOnlyCollection<Counted> runs) =>
        Stretch.Of(runs.Select(run => run.Measured).ToList()) with
        {
            ServerCost = Sum(runs.Select(run => run.Server)),
            ClientCost = Sum(runs.Select(run => run.Client)),
        };

    private static SideCost? Sum(IEnumerable<SideCost?> costs) =>
        costs.Aggregate((a, b) => a is not null && b is not null ? a + b : null);
}
