using Pingmark.Checks;
using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Checks;

public class OpenLoopAuditTests
{
    private static readonly TargetRate Rate = new();

    private static CountedWindow Window(long unsent = 0, params (long Ns, long Count)[] lateness)
    {
        var histogram = new Histogram();
        foreach (var (ns, count) in lateness)
            histogram.Record(ns, count);
        var window = Trial.Window(10_000, rttNs: 100_000);
        return window with
        {
            Unsent = unsent,
            Histograms = window
                .Histograms.Add(HistogramKind.Uncorrected, [])
                .Add(HistogramKind.SendLateness, histogram.ToSparse()),
        };
    }

    private static CellEvidence At(CountedWindow window) =>
        Trial.Evidence(new Scenario { RatePerS = 10_000, InFlight = 64 }, Trial.Of(window));

    [Fact]
    public void A_rate_is_achieved_also_with_a_pause_and_missed_by_messages_that_were_never_sent()
    {
        Rate.IsSilent(At(Window(0, (5_000, 10_000))));
        Rate.Says(
            "target-rate-missed warning",
            At(Window(0, (1_000, 8_000), (200_000_000, 2_000))),
            "the send lateness"
        );
        Rate.Says(
            "target-rate-missed invalid",
            At(Window(200, (5_000, 10_000))),
            "98 % of 10k/s was achieved: another load was measured; lower the rate, or raise in_flight above 64"
        );
    }

    /// <summary>At half of the rate, the last message of a second leaves a second late, and the median half of
    /// that.</summary>
    [Fact]
    public void A_backlog_that_grows_all_the_time_misses_it()
    {
        var growing = Window(0, Enumerable.Range(1, 10_000).Select(i => (i * 100_000L, 1L)).ToArray());
        Assert.Equal(0.5, growing.AchievedRate!.Value, tolerance: 0.001);
        Rate.Says("target-rate-missed invalid", At(growing), "50 % of 10k/s");
    }

    [Fact]
    public void A_closed_loop_has_no_rate_to_achieve()
    {
        Assert.Null(Trial.Window().AchievedRate);
        Rate.IsSilent(Trial.Evidence(Trial.Of()));
    }

    [Fact]
    public void Lateness_that_is_most_of_the_tail_is_the_clients()
    {
        Rate.IsSilent(At(Window(0, (5_000, 9_980), (90_000, 20))));
        Rate.Says(
            "target-rate-missed warning",
            At(Window(0, (5_000, 9_800), (90_000, 200))),
            "p99 of the send lateness is 90 µs, more than half of the p99 round trip"
        );
    }
}
