using MathNet.Numerics.Distributions;
using Pingmark.Statistics;
using Xunit;

namespace Pingmark.Tests.Statistics;

public class TwoWayFitTests
{
    private static readonly double[] RowEffects = [0.3, -0.1, 0, -0.2],
        ColumnEffects = [0.5, 0, -0.2, -0.4, 0.1];

    /// <summary>The cells of known effects with known noise; some cells are missing.</summary>
    private static List<(int Row, int Column, double Value)> Cells(
        double sd,
        Func<int, int, bool>? isMissing = null,
        Random? random = null,
        double product = 0
    )
    {
        var cells =
            from row in Enumerable.Range(0, RowEffects.Length)
            from column in Enumerable.Range(0, ColumnEffects.Length)
            where isMissing?.Invoke(row, column) != true
            select (
                row,
                column,
                4
                    + RowEffects[row]
                    + ColumnEffects[column]
                    + product * RowEffects[row] * ColumnEffects[column]
                    + (sd == 0 ? 0 : Normal.Sample(random, 0, sd))
            );
        return [.. cells];
    }

    private static bool IsMissing(int row, int column) => (row, column) is (0, 0) or (1, 2) or (3, 4) or (2, 1);

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Without_noise_it_finds_the_effects_whatever_is_missing(bool some)
    {
        var fit = TwoWayFit.Fit(Cells(0, some ? IsMissing : null))!;
        Assert.All(fit.Rows.Zip(RowEffects), pair => Assert.Equal(pair.Second, pair.First.Mean, 1e-9));
        Assert.All(fit.Columns.Zip(ColumnEffects), pair => Assert.Equal(pair.Second, pair.First.Mean, 1e-9));
        Assert.Equal(0.4, fit.RowDifference(0, 1).Mean, 1e-9);
        Assert.Equal(-0.5, fit.ColumnDifference(3, 4).Mean, 1e-9);
        Assert.InRange(fit.ResidualSd, 0, 1e-9);
        Assert.Equal((some ? 16 : 20) - 8, fit.Freedom);
    }

    /// <summary>The standard error of an effect of a whole table: sd² (rows - 1) / (rows x columns).</summary>
    [Fact]
    public void Errors_of_a_whole_table_are_those_of_the_textbook()
    {
        var fit = TwoWayFit.Fit(Cells(0.1, random: new Random(1)))!;
        var variance = fit.ResidualSd * fit.ResidualSd;
        Assert.Equal(Math.Sqrt(variance * 3 / 20), fit.Rows[0].StandardError!.Value, 1e-9);
        Assert.Equal(Math.Sqrt(variance * 4 / 20), fit.Columns[4].StandardError!.Value, 1e-9);
        Assert.Equal(Math.Sqrt(2 * variance / 5), fit.RowDifference(0, 3).StandardError!.Value, 1e-9);
        Assert.Equal(Math.Sqrt(2 * variance / 4), fit.ColumnDifference(0, 3).StandardError!.Value, 1e-9);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    [Trait("Gate", "no")]
    public void Intervals_have_the_truth_in_95_of_100(bool some)
    {
        var random = new Random(7);
        var (hits, differences, additive, sum) = (0, 0, 0, 0.0);
        const int Fits = 2_000;
        for (var i = 0; i < Fits; i++)
        {
            var fit = TwoWayFit.Fit(Cells(0.2, some ? IsMissing : null, random))!;
            hits += IsWithin(fit.Rows[3], RowEffects[3]) ? 1 : 0;
            differences += IsWithin(fit.ColumnDifference(0, 4), 0.4) ? 1 : 0;
            additive += fit.NonAdditivityP < 0.05 ? 1 : 0;
            sum += fit.ResidualSd * fit.ResidualSd;
        }
        Assert.InRange(hits / (double)Fits, 0.935, 0.965);
        Assert.InRange(differences / (double)Fits, 0.935, 0.965);
        Assert.InRange(additive / (double)Fits, 0.03, 0.07);
        Assert.Equal(0.2, Math.Sqrt(sum / Fits), 0.01);
    }

    private static bool IsWithin(LogarithmEstimate estimate, double truth) =>
        Math.Abs(estimate.Mean - truth) <= estimate.HalfWidth(0.95);

    [Fact]
    public void Effects_that_multiply_are_told_and_widen_the_intervals()
    {
        var (sum, product) = (
            TwoWayFit.Fit(Cells(0.01, random: new Random(3)))!,
            TwoWayFit.Fit(Cells(0.01, random: new Random(3), product: 2))!
        );
        Assert.True(product.NonAdditivityP < 0.001 && sum.NonAdditivityP > 0.01);
        Assert.True(product.Rows[0].HalfWidth(0.95) > 3 * sum.Rows[0].HalfWidth(0.95));
    }

    [Fact]
    public void What_is_left_is_told_cell_by_cell()
    {
        var cells = Cells(0);
        cells[7] = cells[7] with { Value = cells[7].Value + 0.8 };
        var left = TwoWayFit.Fit(cells)!.Residuals;
        // Of its own deviation a cell keeps (rows - 1)(columns - 1) / (rows x columns).
        Assert.Equal(0.8 * 12 / 20, left[7], 1e-9);
        Assert.Equal(7, left.Index().MaxBy(one => Math.Abs(one.Item)).Index);
    }

    [Fact]
    public void Too_little_is_no_fit()
    {
        Assert.Null(TwoWayFit.Fit([]));
        Assert.Null(TwoWayFit.Fit([(0, 0, 1), (0, 1, 2), (0, 2, 3)]));
        Assert.Null(TwoWayFit.Fit([(0, 0, 1), (0, 1, 2), (1, 0, 3)]));
        // Two tables that have no row and no column in common.
        Assert.Null(TwoWayFit.Fit(Cells(0.1, (row, column) => row < 2 != column < 2, new Random(1))));
    }
}
