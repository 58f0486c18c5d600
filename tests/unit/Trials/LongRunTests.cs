using Pingmark.Model;
using Pingmark.Results;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Trials;

/// <summary>Runs with more messages than 32 bits count, and replies beyond 64 bits.</summary>
public class LongRunTests
{
    private const long Second = 1_000_000_000;

    [Fact]
    public async Task Counts_and_percentiles_hold_beyond_32_bits()
    {
        var machine = FakeMachine.With("a");
        machine["a"].Runs(250_000);
        var settings = FakeMachine.OneSecond with { DurationNs = 12_000 * Second };
        var trial = Assert.Single(await machine.BlockAsync(settings, sliced: false));
        var cell = SummaryBuilder.SummarizeCell(Trial.OfCell(machine.Cells[0], [trial]));
        Assert.Equal((3_000_000_000, 3_000_000_000), (trial.Unbroken!.Received, cell.Messages));
        Assert.Equal(250_000, cell.Figure("throughput_per_s")!.Value, 1.0);
        foreach (var key in new[] { "rtt_p50_ns", "rtt_p99_ns" })
            Assert.Equal(4_000, cell.Figure(key)!.Value, 4.0);
    }

    [Theory]
    [InlineData(1L << 33)]
    [InlineData(1L << 52)]
    public void A_percentile_of_many_values_is_the_one_of_few(long times)
    {
        var (few, many) = (new Histogram(), new Histogram());
        foreach (var (valueNs, count) in new[] { (100, 900L), (1_000, 90), (10_000, 10) })
        {
            few.Record(valueNs, count);
            many.Record(valueNs, count * (times / 1_000));
        }
        foreach (var q in new[] { 0.001, 0.5, 0.9, 0.99, 0.999, 1 })
            Assert.Equal(few.PercentileNs(q), many.PercentileNs(q));
        Assert.Equal(few.MeanNs, many.MeanNs, 1e-9 * few.MeanNs);
    }

    [Fact]
    public async Task A_count_beyond_64_bits_is_told_and_not_wrapped()
    {
        foreach (
            var (count, reason) in new[]
            {
                (ulong.MaxValue, "no whole number of 64 bits"),
                (1UL << 62, "more than can be"),
            }
        )
        {
            var machine = FakeMachine.With("a");
            machine["a"].ClientAnswers("unbroken", reply => reply["received"] = count);
            var failure = await Assert.ThrowsAnyAsync<PingmarkException>(() => Users.ProbeAsync(machine));
            Assert.Contains(reason, failure.Message);
        }
    }
}
