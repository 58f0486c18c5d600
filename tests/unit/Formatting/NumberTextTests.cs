using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports;
using Xunit;

namespace Pingmark.Tests.Formatting;

public sealed class NumberTextTests
{
    [Fact]
    public void Durations_have_three_digits_and_a_fitting_unit()
    {
        Assert.Equal("0 ns", NumberText.Duration(0));
        Assert.Equal("0.5 ns", NumberText.Duration(0.5));
        Assert.Equal("873 ns", NumberText.Duration(873.4));
        Assert.Equal("1 µs", NumberText.Duration(999.7));
        Assert.Equal("61.3 µs", NumberText.Duration(61_250));
        Assert.Equal("1.23 ms", NumberText.Duration(1_234_567));
        Assert.Equal("7200 s", NumberText.Duration(7_200e9));
        Assert.Equal("-1.5 µs", NumberText.Duration(-1_500));
        Assert.Equal("-", NumberText.Duration(double.NaN));
    }

    [Fact]
    public void Rates_sizes_and_times_have_units_of_their_own()
    {
        Assert.Equal("0.25 /s", NumberText.Rate(0.25));
        Assert.Equal("142 k/s", NumberText.Rate(141_900));
        Assert.Equal("1 M/s", NumberText.Rate(999_900));
        Assert.Equal("1023 B", NumberText.Bytes(1023));
        Assert.Equal("1 KiB", NumberText.Bytes(1023.9));
        Assert.Equal("1.5 KiB", NumberText.Bytes(1536));
        Assert.Equal("52.3 s", NumberText.Elapsed(52.25));
        Assert.Equal("15 min", NumberText.Elapsed(900));
        Assert.Equal("3.2 h", NumberText.Elapsed(11_520));
    }

    [Fact]
    public void A_bound_that_is_not_1_does_not_read_as_1() =>
        Assert.All<(double Value, double Low, double High, string Text)>(
            [
                (12.34, 11.91, 12.78, "12.3x [11.9, 12.8]"),
                (123.4, 119.1, 127.8, "123x [119, 128]"),
                (0.0123, 0.0119, 0.0127, "0.012x [0.012, 0.013]"),
                (1.03, 1.0031, 1.0569, "1.03x [1.01, 1.06]"),
                (1.1243, 0.9997, 1.2644, "1.12x [0.99, 1.26]"),
                (0.9, 0.8, 0.9996, "0.90x [0.80, 0.99]"),
                (1.004, 1.001, 1.007, "1.00x [1.00, 1.01]"),
                (1, 1, 1, "1.00x [1.00, 1.00]"),
            ],
            row => Assert.Equal(row.Text, EstimateText.RatioWithBounds(new(row.Value, row.Low, row.High)))
        );

    [Fact]
    public void The_farther_bound_is_the_interval() =>
        Assert.All<(double Value, double? Low, double? High, string Text)>(
            [
                (100, 98.8, 101.0, "± 1.2 %"),
                (100, 99.0, 112.4, "± 12 %"),
                (100, 60.0, 150.0, "± 50 %"),
                (2.44, 1.38, 4.29, "[1.38, 4.29]"),
                (0.01, -0.1, 0.1, "[-0.1, 0.1]"),
                (138, 0.00526, 3600000.0, "[> 10x]"),
                (0, -1.0, 1.0, ""),
                (100, null, null, ""),
            ],
            row => Assert.Equal(row.Text, EstimateText.Interval(new(row.Value, row.Low, row.High), NumberText.Number))
        );

    [Fact]
    public void The_spread_decides_the_digits_of_a_mean()
    {
        Assert.Equal("8.91 ± 0.12", NumberText.WithSpread(8.912, 0.1234));
        Assert.Equal("1009 ± 35", NumberText.WithSpread(1008.97, 34.53));
        Assert.Equal("9.0 ± 0.0", NumberText.WithSpread(9, 0));
        Assert.Equal("9.25", NumberText.WithSpread(9.25, double.NaN));
    }
}
