using System.Globalization;

namespace Pingmark.Model;

/// <summary>What each slice of a trial contributes to its figures, one list entry per slice.</summary>
public sealed record SliceParts
{
    /// <summary>The percentiles that slices support; rarer ones need continuous windows.</summary>
    public static readonly IReadOnlyList<double> Percentiles = [0.01, 0.5, 0.9, 0.99];

    /// <summary>How many round trips are in the histogram of each slice.</summary>
    public IReadOnlyList<long> RoundTrips { get; init; } = [];

    /// <summary>What these round trips add up to, in ns.</summary>
    public IReadOnlyList<long> RttSumNs { get; init; } = [];

    /// <summary>For each supported percentile of all slices, such as <c>0.99</c>: the round trips of each slice up to
    /// it.</summary>
    public IReadOnlyDictionary<string, IReadOnlyList<long>> UpToPercentile { get; init; } =
        new Dictionary<string, IReadOnlyList<long>>();

    /// <summary>The CPU time of each side in each slice; empty where it is not known of all slices.</summary>
    public IReadOnlyList<SideCost> ServerCosts { get; init; } = [];
    public IReadOnlyList<SideCost> ClientCosts { get; init; } = [];

    /// <summary>The name under which <see cref="UpToPercentile"/> has a percentile.</summary>
    public static string Key(double percentile) => percentile.ToString(CultureInfo.InvariantCulture);

    /// <param name="slices">What the client measured in each slice, with what each side cost.</param>
    public static SliceParts From(IReadOnlyList<(Measurement Measured, SideCost? Server, SideCost? Client)> slices)
    {
        var all = Histogram.Merged(slices.Select(slice => slice.Measured.Rtt));
        return new()
        {
            RoundTrips = [.. slices.Select(slice => slice.Measured.Rtt.Count)],
            RttSumNs = [.. slices.Select(slice => slice.Measured.RttSumNs)],
            UpToPercentile = Percentiles
                .Where(share => all.SupportedPercentileNs(share) is not null)
                .ToDictionary(
                    Key,
                    share =>
                        (IReadOnlyList<long>)
                            [
                                .. slices.Select(slice =>
                                    slice.Measured.Rtt.Count - slice.Measured.Rtt.CountAbove(all.PercentileNs(share))
                                ),
                            ]
                ),
            ServerCosts = Known(slices.Select(slice => slice.Server)),
            ClientCosts = Known(slices.Select(slice => slice.Client)),
        };
    }

    /// <summary>Whether all lists have this length, and add up to the sums of all slices.</summary>
    public bool Matches(int slices, CountedWindow all) =>
        RoundTrips.Count == slices
        && RttSumNs.Count == slices
        && RoundTrips.Concat(RttSumNs).All(count => count >= 0)
        && UpToPercentile.Values.All(upTo =>
            upTo.Count == slices && upTo.Zip(RoundTrips).All(slice => slice.First >= 0 && slice.First <= slice.Second)
        )
        && (ServerCosts.Count == 0 || ServerCosts.Count == slices)
        && (ClientCosts.Count == 0 || ClientCosts.Count == slices)
        && ServerCosts.Concat(ClientCosts).All(cost => Math.Min(cost.CpuNs, Math.Min(cost.Messages, cost.WallNs)) >= 0)
        && Sum(RoundTrips) == Histogram.FromSparse(all.Histogram).Count
        && Sum(RttSumNs) == all.RttSumNs
        && (Sum(RoundTrips) > 0 || UpToPercentile.Count == 0)
        && AddUp(ServerCosts, all.ServerCost)
        && AddUp(ClientCosts, all.ClientCost);

    /// <summary>Whether the costs of slices, where they are known, add up to that of all.</summary>
    private static bool AddUp(IReadOnlyList<SideCost> costs, SideCost? all) =>
        costs.Count == 0
        || all is not null
            && Sum(costs.Select(cost => cost.CpuNs)) == all.CpuNs
            && Sum(costs.Select(cost => cost.Messages)) == all.Messages;

    /// <summary>The sum of counts of a file, which may be too many for 64 bits.</summary>
    private static Int128 Sum(IEnumerable<long> counts) => counts.Aggregate(Int128.Zero, (sum, count) => sum + count);

    private static IReadOnlyList<SideCost> Known(IEnumerable<SideCost?> costs)
    {
        var all = costs.ToList();
        return all.Contains(null) ? [] : [.. all.OfType<SideCost>()];
    }
}
