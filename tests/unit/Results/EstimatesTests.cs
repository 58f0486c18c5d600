using Pingmark.Model;
using Pingmark.Results;
using Pingmark.Tests.Evidence;
using Pingmark.Tests.Statistics;
using Xunit;

namespace Pingmark.Tests.Results;

public class EstimatesTests
{
    private static CellSummary Of(params IEnumerable<TrialRecord> records) =>
        SummaryBuilder.SummarizeCell(Trial.Evidence(records));

    [Fact]
    public void Totals_are_of_everything_that_was_counted()
    {
        var window = Trial.Window(1000) with { Lost = 1, Late = 2 };
        var slices = Trial.Window(1000, seconds: 2) with { Corrupt = 4 };
        var summary = Of(Trial.Rounds(3, _ => Trial.Of(window, slices)));
        Assert.Equal((3, 9000, 9), (summary.Rounds, summary.Messages, summary.MeasuredS));
        Assert.Equal((9000, 3, 6, 12), (summary.Received, summary.Lost, summary.Late, summary.Corrupt));
    }

    [Fact]
    public void A_rate_has_an_interval_over_rounds()
    {
        var rate = Of(Trial.Rounds(5, n => Trial.Of(Trial.Window(10_000 + 100 * n)))).Figure("throughput_per_s")!;
        Assert.Equal(10_300, rate.Value, 5.0);
        Assert.InRange(rate.CiLow!.Value, 10_080, 10_120);
        Assert.InRange(rate.CiHigh!.Value, 10_480, 10_520);
        Assert.Null(Of(Trial.Of()).Figure("throughput_per_s")!.CiLow);
        Assert.Null(Of(Trial.Of()).Figure("rtt_p50_ns")!.CiLow);
    }

    [Fact]
    public void Blocks_of_one_round_are_no_replication()
    {
        var summary = Of(Trial.Of(Trial.Window(5_000), block: 1), Trial.Of(Trial.Window(20_000), block: 2));
        Assert.Equal(
            (1, 10_000, null),
            (
                summary.Rounds,
                Math.Round(summary.Figure("throughput_per_s")!.Value),
                summary.Figure("throughput_per_s")!.CiLow
            )
        );
    }

    [Fact]
    public void Percentiles_come_from_merged_counts_not_from_averages()
    {
        // Of 1000 fast and 3000 slow answers the median is slow; the mean of the medians is in between.
        var summary = Of(Trial.Of(Trial.Window(10_000, 0.1), round: 1), Trial.Of(Trial.Window(2_500, 1.2), round: 2));
        Assert.Equal(400_000, summary.Figure("rtt_p50_ns")!.Value, 400.0);
    }

    [Fact]
    public void Percentiles_come_from_continuous_windows_and_means_from_slices()
    {
        var window = Trial.Window(10_000, rttNs: 104_000) with { RttMaxNs = 777 };
        var summary = Of(Trial.Rounds(3, _ => Trial.Of(window, Trial.Window(10_000, rttNs: 100_000))));
        Assert.Equal(100_000, summary.Figure("rtt_mean_ns")!.Value, 100.0);
        Assert.Equal(104_000, summary.Figure("rtt_p50_ns")!.Value, 200.0);
        Assert.Equal(104_000, summary.Figure("rtt_p99_ns")!.Value, 200.0);
        Assert.Equal(777, summary.Figure("rtt_max_ns")!.Value);
    }

    [Fact]
    public void The_quotient_of_two_sliced_rates_is_their_ratio()
    {
        var random = new Random(6);
        TrialRecord Sliced(Cell cell, int round, double perS) =>
            Trial.Of(Trial.Window(perS), Trial.Window(perS), round, cell.Id) with
            {
                SliceRatesPerS = random.LogNormals(20, perS, 0.3),
            };
        var (a, b) = (Trial.Cell("a"), Trial.Cell("b"));
        var summary = SummaryBuilder.Build(
            Trial.Run(a, b),
            Enumerable.Range(1, 3).SelectMany(n => new[] { Sliced(a, n, 1e4), Sliced(b, n, 3e4) }).ToList(),
            default,
            interrupted: false
        );
        Assert.Equal(
            summary.Comparisons.Single(c => c.Metric == "throughput_per_s").Ratio.Value,
            summary.Cells[1].Figure("throughput_per_s")!.Value / summary.Cells[0].Figure("throughput_per_s")!.Value,
            9
        );
    }

    [Fact]
    public void Percentiles_without_samples_are_left_out()
    {
        var summary = Of(Trial.Of(Trial.Window(50)));
        Assert.NotNull(summary.Figure("rtt_p50_ns"));
        Assert.Equal(
            (null, null, null),
            (summary.Figure("rtt_p90_ns"), summary.Figure("rtt_p99_ns"), summary.Figure("rtt_p999_ns"))
        );
    }

    [Fact]
    public void Laps_have_their_mean_over_all_and_an_interval_over_rounds()
    {
        var summary = Of(
            Trial.Rounds(3, n => Trial.Of(Trial.Window() with { LapsNs = [n * 1_000_000, (n + 2) * 1_000_000] }))
        );
        Assert.Equal((6, 3), (summary.Laps, summary.Figure("lap_mean_ms")!.Value));
        Assert.Equal(Math.Sqrt((4 + 0 + 1 + 1 + 0 + 4) / 5.0), summary.LapStddevMs!.Value, 9);
        Assert.Equal(3 - 2.4841, summary.Figure("lap_mean_ms")!.CiLow!.Value, 3);
        var without = Of(Trial.Of());
        Assert.Equal((null, null, null), (without.Laps, without.Figure("lap_mean_ms"), without.LapStddevMs));
    }

    [Fact]
    public void Costs_are_per_message()
    {
        var summary = Of(Trial.Rounds(3, _ => Trial.Of()));
        Assert.Equal(20_000, summary.Figure("server_cpu_ns_per_msg")!.Value, 6);
        Assert.Equal(2, summary.Figure("client_context_switches_per_msg")!.Value, 6);
        Assert.Equal(64, summary.Figure("server_allocated_bytes_per_msg")!.Value, 6);
    }

    [Fact]
    public void What_a_runtime_does_not_know_stays_unknown() =>
        Assert.Null(
            Of(Trial.Of(Trial.Window() with { Server = Trial.Used(5) with { AllocatedBytes = null } }))
                .Figure("server_allocated_bytes_per_msg")
        );
}
