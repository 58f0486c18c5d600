using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Trials;

public class TurnsTests
{
    private static IReadOnlyList<IReadOnlyList<double>> Trial(params double[] slices) => [slices];

    [Fact]
    public void What_scatters_more_has_more_turns_and_no_more_than_three() =>
        Assert.Equal(
            [1, 1, 1, 2, 3],
            Turns.Of([Trial(100, 104), Trial(1000, 1040), Trial(9, 9.36), Trial(100, 110), Trial(100, 200)])
        );

    [Fact]
    public void How_fast_a_cell_is_and_how_its_trials_differ_plays_no_part() =>
        Assert.Equal(
            [1, 1, 1],
            Turns.Of([
                [
                    [100, 104],
                    [200, 208],
                ],
                Trial(5, 5.2),
                [
                    [1000, 1040],
                    [10, 10.4],
                ],
            ])
        );

    [Fact]
    public void Of_two_cells_each_has_one() =>
        Assert.Equal([1, 1], Turns.Of([Trial(100, 101, 102), Trial(100, 150, 200)]));

    [Theory]
    [InlineData(new double[0])]
    [InlineData(new double[] { 7 })]
    [InlineData(new double[] { 0, 0 })]
    public void Nothing_known_is_one_each(double[] slices) =>
        Assert.Equal(
            [1, 1, 1],
            Turns.Of([
                [slices],
                [slices],
                [slices],
            ])
        );

    [Fact]
    public void No_cells_have_no_turns() => Assert.Empty(Turns.Of([]));
}
