using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Trials;

public class SliceAllocationTests
{
    /// <summary>Four slices, which go up and down.</summary>
    private static IReadOnlyList<double> Slices(double low, double high) => [low, high, low, high];

    private static IReadOnlyList<IReadOnlyList<double>> Trial(double low, double high) => [Slices(low, high)];

    [Fact]
    public void What_scatters_more_has_more_turns_and_no_more_than_three() =>
        Assert.Equal(
            [2, 1, 1, 2, 3],
            SliceAllocation.Allocate([
                Trial(100, 104),
                Trial(1000, 1040),
                Trial(9, 9.36),
                Trial(100, 110),
                Trial(100, 200),
            ])
        );

    [Fact]
    public void How_fast_a_cell_is_and_how_its_trials_differ_plays_no_part() =>
        Assert.Equal(
            [1, 1, 1],
            SliceAllocation.Allocate([
                [Slices(100, 104), Slices(200, 208)],
                Trial(5, 5.2),
                [Slices(1000, 1040), Slices(10, 10.4)],
            ])
        );

    [Theory]
    [InlineData(2, 1)]
    [InlineData(3, 1)]
    [InlineData(4, 2)]
    [InlineData(8, 3)]
    [InlineData(10, 3)]
    [InlineData(40, 3)]
    public void A_baseline_has_the_root_of_the_number_of_its_comparisons(int cells, int turns) =>
        Assert.Equal(
            [turns, .. Enumerable.Repeat(1, cells - 1)],
            SliceAllocation.Allocate([.. Enumerable.Repeat(Trial(100, 104), cells)])
        );

    [Fact]
    public void Of_two_cells_each_has_one() =>
        Assert.Equal([1, 1], SliceAllocation.Allocate([Trial(100, 102), Trial(100, 200)]));

    [Theory]
    [InlineData(new double[0])]
    [InlineData(new double[] { 100, 900, 500 })]
    [InlineData(new double[] { 0, 0, 0, 0 })]
    public void Less_than_four_slices_tell_nothing(double[] slices) =>
        Assert.Equal([1, 1, 1], SliceAllocation.Allocate([Trial(100, 101), Trial(100, 101), [slices]]));

    [Fact]
    public void No_cells_have_no_turns() => Assert.Empty(SliceAllocation.Allocate([]));
}
