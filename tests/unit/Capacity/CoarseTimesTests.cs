using System.Collections.Immutable;
using Pingmark.Capacity;
using Pingmark.Model;
using Pingmark.Schema;
using Xunit;

namespace Pingmark.Tests.Capacity;

public class CoarseTimesTests
{
    private static readonly IReadOnlyList<Objective> Asked =
    [
        Objectives.Read("p99<1ms", "slo"),
        Objectives.Read("p99.9<=1.003ms", "slo"),
        Objectives.Read("late(50ms)<1%", "slo"),
    ];

    private static readonly CapacitySettings Settings = new(CapacityKind.Rate, Asked, 1);

    /// <summary>Round trips as a server has them: most of them short, and a few far longer.</summary>
    private static CountedWindow Window(int seed)
    {
        var random = new Random(seed);
        var times = new Histogram();
        for (var i = 0; i < 50_000; i++)
            times.Record((long)(40_000 * Math.Exp(random.NextDouble() * random.NextDouble() * 8)));
        var sparse = times.ToSparse();
        return new()
        {
            DurationNs = 500_000_000,
            Sent = 50_003,
            Received = 50_000,
            Histograms = ImmutableDictionary<HistogramKind, long[]>
                .Empty.Add(HistogramKind.RoundTrips, sparse)
                .Add(HistogramKind.SendLateness, sparse)
                .Add(HistogramKind.Uncorrected, sparse)
                .Add(HistogramKind.SnapshotLateness, sparse)
                .Add(HistogramKind.SnapshotSkew, sparse),
        };
    }

    [Fact]
    public void A_kept_window_is_small_and_says_the_same_of_the_objectives()
    {
        var judge = new WindowJudge(Settings);
        for (var seed = 1; seed <= 20; seed++)
        {
            var window = Window(seed);
            var kept = CapacityStep.Kept(window, Asked);
            Assert.InRange(kept.Histogram.Length, 1, window.Histogram.Length / 4);
            var (before, after) = (Histogram.FromSparse(window.Histogram), Histogram.FromSparse(kept.Histogram));
            Assert.Equal(before.Count, after.Count);
            foreach (var limit in new[] { 1_000_000.0, 1_003_000, 50_000_000 })
                Assert.Equal(before.CountAbove(limit), after.CountAbove(limit));
            foreach (var share in new[] { 0.5, 0.9, 0.99, 0.999, 1 })
                Assert.InRange(after.PercentileNs(share) / before.PercentileNs(share), 1 - 1 / 128.0, 1 + 1 / 128.0);
            Assert.Equal(
                judge.Values(window).Select(value => value.IsMet),
                judge.Values(kept).Select(value => value.IsMet)
            );
        }
    }

    /// <summary>Whatever made one step, so that windows add up.</summary>
    [Fact]
    public void What_is_coarse_stays_as_it_is()
    {
        var times = new CoarseTimes(Asked);
        var coarse = times.Of(Window(1).Histogram);
        Assert.Equal(coarse, times.Of(coarse));
        Assert.True(Histogram.IsSparse(coarse));
    }

    [Fact]
    public void Histograms_of_which_nobody_asks_are_left_out()
    {
        var kept = CapacityStep.Kept(Window(1), Asked);
        Assert.Equal(
            [HistogramKind.RoundTrips, HistogramKind.SnapshotLateness, HistogramKind.SnapshotSkew],
            HistogramKind.All.Where(kept.Histograms.ContainsKey)
        );
        Assert.Empty(kept.Snapshots!.Skew);
        Assert.NotEmpty(kept.Snapshots.Lateness!);
    }
}
