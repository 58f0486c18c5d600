using Pingmark.Model;
using Pingmark.Schema;
using Xunit;

namespace Pingmark.Tests.Evidence;

/// <summary>Which trials are compared with which.</summary>
public class RunEvidenceTests
{
    private static readonly Cell A = Trial.Cell("a"),
        B = Trial.Cell("b"),
        C = Trial.Cell("c");
    private static readonly Cell A2 = Trial.Cell("a", new() { Connections = 2 }),
        B2 = Trial.Cell("b", new() { Connections = 2 });

    private static TrialRecord Of(Cell cell, int block, double unbroken, double? slices = null, int? round = null) =>
        Trial.Of(
            Trial.Window(unbroken),
            slices is { } perS ? Trial.Window(perS) : null,
            round ?? block,
            cell.Id,
            block
        );

    private static TrialRecord Failed(Cell cell, int block) => Of(cell, block, 1) with { Status = CellStatus.Failed };

    private static string Pairs(Cell[] cells, params TrialRecord[] records) =>
        string.Join(" ", Trial.OfRun(cells, records).Pairs().Select(p => $"{p.A.Id}/{p.B.Id}"));

    private static IReadOnlyList<double> Ratios(params TrialRecord[] records) =>
        Trial
            .OfRun([A, B], records)
            .Ratios(B, A, Metric.Throughput)
            .Rounds.Select(logs => Math.Round(Math.Exp(logs.Average()), 6))
            .ToList();

    [Fact]
    public void Each_cell_is_compared_with_its_scenarios_first() =>
        Assert.Equal("b c1/a c1 c c1/a c1 b c2/a c2", Pairs([A, B, C, A2, B2]));

    [Fact]
    public void Each_class_has_a_baseline_of_its_own()
    {
        Cell In(Cell cell, Waiting waits) => cell with { Class = new() { Waits = waits } };
        Assert.Equal(
            "c c1/a c1",
            Pairs([In(A, Waiting.Block), In(B, Waiting.Spin), In(C, Waiting.Block), In(A2, Waiting.Block)])
        );
    }

    [Fact]
    public void A_baseline_that_failed_is_replaced_by_the_next()
    {
        Assert.Equal("a c1/b c1 c c1/b c1", Pairs([A, B, C], Of(A, 1, 1), Of(B, 1, 1), Failed(A, 2)));
        // Where all failed the first stays.
        Assert.Equal("b c1/a c1", Pairs([A, B], Failed(A, 1), Failed(B, 1)));
    }

    [Fact]
    public void What_had_no_one_rate_adds_to_the_variance_of_its_ratio()
    {
        var moved = Of(B, 1, 100, 100) with
        {
            SliceRatesPerS = [.. Enumerable.Repeat(80.0, 4), .. Enumerable.Repeat(120.0, 4)],
        };
        Assert.Equal(0, Extra(Of(A, 1, 100, 100), Of(B, 1, 100, 100)));
        Assert.Equal(Math.Pow(Math.Log(1.5), 2) / 3, Extra(Of(A, 1, 100, 100), moved), 6);

        static double Extra(params TrialRecord[] records) =>
            Trial.OfRun([A, B], records).Ratios(B, A, Metric.Throughput).ExtraVariance;
    }

    [Fact]
    public void Ratios_are_of_trials_of_one_block_in_the_order_of_rounds()
    {
        Assert.Equal(
            [2, 1.5],
            Ratios(Of(A, 1, 100), Of(B, 1, 200), Of(A, 2, 1000), Of(A, 3, 200, round: 2), Of(B, 3, 300, round: 2))
        );
        Assert.Equal(
            [2, 3],
            Ratios(Of(A, 9, 100, round: 2), Of(B, 9, 300, round: 2), Of(A, 4, 100, round: 1), Of(B, 4, 200, round: 1))
        );
        Assert.Equal([2], Ratios(Of(A, 1, 100), Of(B, 1, 200), Of(A, 2, 100), Failed(B, 2)));
    }

    [Fact]
    public void Slices_are_compared_with_slices_and_continuous_windows_where_one_side_has_none_or_misleading_ones()
    {
        Assert.Equal([2.2], Ratios(Of(A, 1, 100, slices: 95), Of(B, 1, 200, slices: 209)));
        Assert.Equal([2], Ratios(Of(A, 1, 100, slices: 95), Of(B, 1, 200)));
        TrialRecord[] OfRound(int n) => [Of(A, n, 100, slices: 100), Of(B, n, 200, slices: 50)];
        Assert.Equal([2, 2, 2], Ratios([.. OfRound(1), .. OfRound(2), .. OfRound(3)]));
    }

    [Fact]
    public void Slices_without_rates_have_no_ratio_and_one_without_an_answer_counts_as_half_of_one()
    {
        var (a, b) = (Of(A, 1, 100, slices: 80), Of(B, 1, 200, slices: 240));
        Assert.Empty(Ratios(a, b with { SliceRatesPerS = [] }));
        // Two slices in a second.
        Assert.Equal([1 / 80.0], Ratios(a, b with { SliceRatesPerS = [0, 0] }));
    }

    /// <summary>What both went through alike is no scatter of their ratio.</summary>
    [Fact]
    public void Slices_of_one_pass_are_a_pair_and_their_mean_is_that_of_the_rates()
    {
        var (a, b) = (Of(A, 1, 20, slices: 20), Of(B, 1, 40, slices: 40));
        a = a with { SliceRatesPerS = [10, 20, 30] };
        Assert.All(Logs(a, b with { SliceRatesPerS = [20, 40, 60] }), log => Assert.Equal(2, Math.Exp(log), 9));
        // Several of one pass are one side of a pair.
        var logs = Logs(a, b with { SliceRatesPerS = [20, 30, 50, 60], SlicePasses = [0, 1, 1, 2] });
        Assert.Equal(3, logs.Count);
        Assert.All(logs, log => Assert.Equal(2, Math.Exp(log), 9));
    }

    [Fact]
    public void A_slice_that_stood_still_counts_as_no_messages_and_no_more()
    {
        var (a, b) = (Of(A, 1, 100, slices: 100), Of(B, 1, 75, slices: 75));
        a = a with { SliceRatesPerS = [100, 100, 100, 100] };
        var logs = Logs(a, b with { SliceRatesPerS = [100, 100, 0, 100] });
        Assert.InRange(Math.Exp(logs.Average()), 0.74, 0.77);
        Assert.InRange(logs.Max() - logs.Min(), 1, 2);
    }

    private static IReadOnlyList<double> Logs(TrialRecord a, TrialRecord b) =>
        [.. Assert.Single(Trial.OfRun([A, B], [a, b]).Ratios(B, A, Metric.Throughput).Rounds)];

    [Fact]
    public void Percentiles_are_compared_by_continuous_windows_though_there_are_slices() =>
        Assert.Equal(
            0.5,
            Math.Exp(
                Trial
                    .OfRun([A, B], [Of(A, 1, 100, slices: 95), Of(B, 1, 200, slices: 209)])
                    .Ratios(B, A, Metric.P50)
                    .Mean
            ),
            2
        );

    [Fact]
    public void Closed_loops_are_judged_by_throughput_and_rates_by_their_median()
    {
        var (rated, other) = (Trial.Cell("a", AtRate), Trial.Cell("b", AtRate));
        var records = new[] { Of(A, 1, 100), Of(B, 1, 200), Of(rated, 2, 100), Of(other, 2, 200) };
        Assert.Equal(
            [2, 0.5],
            Trial
                .OfRun([A, B, rated, other], records)
                .HeadlineRatios()
                .Select(r => Math.Round(Math.Exp(r.Ratios.Mean), 2))
        );
    }

    private static readonly Scenario AtRate = new() { Connections = 3, RatePerS = 100 };
}
