using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Trials;

public class SliceAllocationTests
{
    /// <summary>Four slices, which go up and down.</summary>
    private static IReadOnlyList<double> Slices(double low, double high) => [low, high, low, high];

    private static IReadOnlyList<IReadOnlyList<double>> Trial(double low, double high) => [Slices(low, high)];

    private static IReadOnlyList<int> Allocate(IReadOnlyList<IReadOnlyList<IReadOnlyList<double>>> rates) =>
        SliceAllocation.Allocate(rates, [.. rates.Select(_ => false)]);

    [Fact]
    public void What_has_a_verdict_leaves_its_turns_to_what_is_open() =>
        Assert.All<(bool[] Decided, int[] Turns)>(
            [
                ([false, false, false, false], [2, 1, 1, 3]),
                ([false, true, false, true], [1, 1, 2, 1]),
                ([false, true, true, false], [1, 1, 1, 3]),
                ([false, true, true, true], [1, 1, 1, 1]),
            ],
            row =>
                Assert.Equal(
                    row.Turns,
                    SliceAllocation.Allocate(
                        [Trial(100, 104), Trial(100, 104), Trial(100, 104), Trial(100, 115)],
                        row.Decided
                    )
                )
        );

    [Fact]
    public void What_scatters_more_has_more_turns_and_no_more_than_three() =>
        Assert.Equal(
            [2, 1, 1, 2, 3],
            Allocate([Trial(100, 104), Trial(1000, 1040), Trial(9, 9.36), Trial(100, 110), Trial(100, 200)])
        );

    [Fact]
    public void How_fast_a_cell_is_and_how_its_trials_differ_plays_no_part() =>
        Assert.Equal(
            [1, 1, 1],
            Allocate([
                [Slices(100, 104), Slices(200, 208)],
                Trial(5, 5.2),
                [Slices(1000, 1040), Slices(10, 10.4)],
            ])
        );

    [Fact]
    public void Less_than_four_slices_one_other_cell_and_none_tell_nothing()
    {
        Assert.All<double[]>(
            [
                [],
                [100, 900, 500],
                [0, 0, 0, 0],
            ],
            slices => Assert.Equal([1, 1, 1], Allocate([Trial(100, 101), Trial(100, 101), [slices]]))
        );
        Assert.Equal([1, 1], Allocate([Trial(100, 102), Trial(100, 200)]));
        Assert.Empty(Allocate([]));
    }

    [Fact]
    public void A_baseline_has_the_root_of_the_number_of_its_comparisons() =>
        Assert.All<(int Cells, int Turns)>(
            [(2, 1), (3, 1), (4, 2), (8, 3), (10, 3), (40, 3)],
            row =>
                Assert.Equal(
                    [row.Turns, .. Enumerable.Repeat(1, row.Cells - 1)],
                    Allocate([.. Enumerable.Repeat(Trial(100, 104), row.Cells)])
                )
        );
}
