using Pingmark.Checks;
using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Results;
using Xunit;

namespace Pingmark.Tests.Trials;

/// <summary>Probes of servers whose answers take from a microsecond to a minute, by a clock of their own.</summary>
public class SlowServerTests
{
    private const long Ms = 1_000_000,
        Second = 1000 * Ms;

    private static readonly Scenario Many = new() { Connections = 50 };

    [Theory]
    [InlineData(1_000)]
    [InlineData(1 * Ms)]
    [InlineData(40 * Ms)]
    [InlineData(60 * Ms)]
    [InlineData(200 * Ms)]
    [InlineData(1_500 * Ms)]
    [InlineData(20 * Second)]
    [InlineData(60 * Second)]
    public async Task Any_response_time_gets_its_median_within_the_time_that_was_said(long responseNs)
    {
        foreach (var scenario in new[] { new Scenario(), Many })
        {
            var (trial, tookNs, forecast) = await ProbeAsync(responseNs, durationNs: null, scenario);
            // Beside parts of a time there is the load before each.
            Assert.InRange(tookNs, 0.9 * forecast.LengthNs, forecast.MaxNs + 1_000 * Ms);
            Assert.InRange(forecast.RoundTripNs, 0.99 * responseNs, 1.01 * responseNs);
            var median = Histogram.FromSparse(trial.Unbroken!.Histogram).SupportedPercentileNs(0.5);
            Assert.InRange(median ?? 0, 0.99 * responseNs, 1.01 * responseNs);
            var rightPerS = scenario.TotalInFlight * 1e9 / responseNs;
            Assert.InRange(trial.Unbroken.ThroughputPerS, 0.9 * rightPerS, 1.1 * rightPerS);
            Assert.DoesNotContain(Audits(trial, scenario), note => note.Text.Contains("compil"));
            Assert.DoesNotContain(Audits(trial, scenario), note => note.Id == "drift");
        }
    }

    [Theory]
    [InlineData(1_500 * Ms, true)]
    [InlineData(60 * Second, true)]
    [InlineData(200 * Ms, false)]
    public async Task A_time_is_lengthened_only_where_a_median_needs_it(long responseNs, bool isLengthened)
    {
        var (_, _, forecast) = await ProbeAsync(responseNs, durationNs: null, new());
        Assert.Equal(isLengthened, forecast.IsLengthened);
        Assert.False(
            (await ProbeAsync(responseNs, durationNs: null, Many)).Forecast.IsLengthened && responseNs < Second
        );
    }

    [Fact]
    public async Task A_time_that_was_asked_for_is_kept_and_one_answer_counts_at_least()
    {
        var (short1, _, forecast) = await ProbeAsync(1_500 * Ms, 300 * Ms, new());
        Assert.Equal((1, false), (short1.Unbroken!.Received, forecast.IsLengthened));
        var (short2, _, _) = await ProbeAsync(1_500 * Ms, 4 * Second, new());
        Assert.Equal((3, 4_500 * Ms), (short2.Unbroken!.Received, short2.Unbroken.DurationNs));
    }

    [Fact]
    public async Task A_warm_up_of_slow_answers_ends_by_its_time()
    {
        var (slow, _, _) = await ProbeAsync(20 * Second, durationNs: null, new());
        Assert.Equal(WarmUpVerdict.Timed, slow.WarmUp!.Verdict);
        Assert.InRange(slow.WarmUp.DurationNs, 20 * Second, 21 * Second);
        var (even, _, _) = await ProbeAsync(200 * Ms, durationNs: null, new());
        Assert.Equal(WarmUpVerdict.Settled, even.WarmUp!.Verdict);
        Assert.InRange(even.WarmUp.DurationNs, 1_600 * Ms, 1_700 * Ms);
    }

    private static async Task<(TrialRecord Trial, long TookNs, Pingmark.Trials.ProbeForecast Forecast)> ProbeAsync(
        long responseNs,
        long? durationNs,
        Scenario scenario
    )
    {
        var machine = FakeMachine.With("a").Where(scenario);
        machine["a"].Takes(responseNs);
        Pingmark.Trials.ProbeForecast? said = null;
        long sinceNs = 0;
        var trial = await Users.ProbeAsync(
            machine,
            durationNs,
            tell: forecast => (said, sinceNs) = (forecast, machine.NowNs)
        );
        return (trial, machine.NowNs - sinceNs, said!);
    }

    private static IReadOnlyList<Note> Audits(TrialRecord trial, Scenario scenario)
    {
        var cell = FakeMachine.With("a").Where(scenario).Cells[0];
        return SummaryBuilder.SummarizeCell(new CellEvidence(cell, TrialChecks.Judge(cell, [trial]))).Audits;
    }
}
