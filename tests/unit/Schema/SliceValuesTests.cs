using Pingmark.Model;
using Pingmark.Schema;
using Pingmark.Statistics;
using Pingmark.Tests.Statistics;
using Xunit;

namespace Pingmark.Tests.Schema;

/// <summary>Slices of round trips whose distribution is known, as a client would have measured them.</summary>
[Trait("Gate", "no")]
public class SliceValuesTests
{
    private const int Slices = 20,
        RoundTrips = 300;

    private static readonly double[] Shares = [0.01, 0.5, 0.9, 0.99];

    [Fact]
    public void The_mean_of_the_passes_is_the_figure_of_all_slices()
    {
        int[] turns = [0, 0, 1, 2, 2, 3];
        var trial = Trial(new Random(1), _ => 1, slice => turns[slice % 6] + slice / 6 * 4);
        var all = Histogram.FromSparse(trial.Slices!.Histogram);
        foreach (var share in Shares)
        {
            var one = trial with { SlicePasses = [] };
            Assert.Equal(all.PercentileNs(share), SliceValues.Percentiles(one, share)!.Average(), 6);
            Assert.InRange(SliceValues.Percentiles(trial, share)!.Average() / all.PercentileNs(share), 0.8, 1.25);
        }
        Assert.Equal(
            (double)trial.Slices.RttSumNs / all.Count,
            SliceValues.MeanRoundTrips(trial with { SlicePasses = [] })!.Average(),
            6
        );
        Assert.Equal(13, SliceValues.MeanRoundTrips(trial)!.Count);
    }

    [Fact]
    public void Costs_are_those_of_all_messages()
    {
        var trial = Trial(new Random(1), _ => 1);
        var costs = trial.Parts!.ServerCosts;
        Assert.Equal(
            (double)costs.Sum(cost => cost.CpuNs) / costs.Sum(cost => cost.Messages),
            SliceValues.Costs(trial, parts => parts.ServerCosts)!.Average(),
            6
        );
        Assert.Null(SliceValues.Costs(trial, parts => parts.ClientCosts));
    }

    [Fact]
    public void A_percentile_that_too_few_values_support_is_not_told()
    {
        var trial = Trial(new Random(1), _ => 1, roundTrips: 40);
        Assert.Null(SliceValues.Percentiles(trial, 0.99));
        Assert.NotNull(SliceValues.Percentiles(trial, 0.9));
        Assert.Null(SliceValues.Percentiles(trial with { Parts = null }, 0.5));
        // Nor is one of round trips that took no time.
        Assert.Null(SliceValues.Percentiles(Trial(new Random(1), _ => 0), 0.5));
    }

    /// <summary>The spread of a percentile over many trials, beside what the slices of each trial say of it.</summary>
    [Theory]
    [InlineData(0.5, 0)]
    [InlineData(0.99, 0)]
    [InlineData(0.99, 0.2)]
    public void The_scatter_of_slices_tells_how_far_a_percentile_may_be_off(double share, double speed)
    {
        var random = new Random(5);
        var trials = Enumerable.Range(0, 400).Select(_ => Trial(random, slice => Speed(random, speed))).ToList();
        var values = trials.Select(trial => SliceValues.Percentiles(trial, share)!.ToList()).ToList();
        var spread = ConfidenceInterval.StandardDeviation([.. values.Select(slices => Math.Log(slices.Average()))]);
        var told = Math.Sqrt(
            values.Average(slices =>
                Math.Pow(ConfidenceInterval.StandardDeviation(slices) / slices.Average(), 2) / Slices
            )
        );
        Assert.InRange(told / spread, 0.85, 1.25);
    }

    /// <summary>Two equal cells whose machine has one speed for a pair of slices, and whose slices differ beside
    /// it.</summary>
    [Theory]
    [InlineData(0.5)]
    [InlineData(0.99)]
    public void Ratios_of_percentiles_of_equal_cells_cover_1(double share)
    {
        var random = new Random(11);
        var covered = Draws.Share(
            400,
            () =>
            {
                var rounds = Enumerable
                    .Range(0, 2)
                    .Select(_ =>
                    {
                        var machine = Enumerable.Range(0, Slices).Select(_ => Speed(random, 0.2)).ToList();
                        var (a, b) = (Values(), Values());
                        return (IReadOnlyList<double>)
                            [
                                .. a.Zip(
                                    b,
                                    (x, y) => Math.Log(a.Average() / b.Average()) + x / a.Average() - y / b.Average()
                                ),
                            ];

                        IReadOnlyList<double> Values() =>
                            SliceValues.Percentiles(
                                Trial(random, slice => machine[slice] * Speed(random, 0.1)),
                                share
                            )!;
                    })
                    .ToList();
                var estimate = LogarithmEstimates.EstimateRatios([new(rounds)])[0]!;
                return Math.Abs(estimate.Mean) <= estimate.HalfWidth(0.95);
            }
        );
        // Starts do not differ here, but intervals of two rounds allow for it: nearly all cover 1.
        Assert.InRange(covered, 0.93, 1);
    }

    /// <returns>A factor whose logarithm has this standard deviation.</returns>
    private static double Speed(Random random, double deviation) => Math.Exp(deviation * Draws.Normal(random));

    /// <param name="speed">By which the round trips of a slice are multiplied.</param>
    internal static TrialRecord Trial(
        Random random,
        Func<int, double> speed,
        Func<int, int>? pass = null,
        int roundTrips = RoundTrips
    )
    {
        var slices = Enumerable.Range(0, Slices).Select(slice => Slice(random, speed(slice), roundTrips)).ToList();
        return new()
        {
            Round = 1,
            Block = 1,
            Cell = "a",
            Status = CellStatus.Ok,
            Slices = CountedWindow.CombineWindows(slices) with
            {
                ServerCost = slices
                    .Select(slice => new SideCost(slice.RttSumNs, roundTrips, 1))
                    .Aggregate((one, other) => one + other),
            },
            SliceRatesPerS = [.. slices.Select(slice => slice.ThroughputPerS)],
            SlicePasses = pass is null ? [] : [.. Enumerable.Range(0, Slices).Select(pass)],
            Parts = SliceParts.From([
                .. slices.Select(slice =>
                    (slice, (SideCost?)new SideCost(slice.RttSumNs, roundTrips, 1), (SideCost?)null)
                ),
            ]),
        };
    }

    /// <summary>20 µs at least, and an exponential part with a mean of 30 µs.</summary>
    private static Measurement Slice(Random random, double speed, int roundTrips)
    {
        var histogram = new Histogram();
        var (sum, max) = (0L, 0L);
        for (var i = 0; i < roundTrips; i++)
        {
            var ns = (long)(speed * (20_000 - 30_000 * Math.Log(1 - random.NextDouble())));
            histogram.Record(ns);
            sum += ns;
            max = Math.Max(max, ns);
        }
        return new()
        {
            FromNs = 0,
            ToNs = 30_000_000,
            Sent = roundTrips,
            Received = roundTrips,
            Answered = roundTrips,
            RttSumNs = sum,
            RttMaxNs = max,
            Rtt = histogram,
        };
    }
}
