using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports;
using Xunit;

namespace Pingmark.Tests.Formatting;

public sealed class NumberTextTests
{
    [Theory]
    [InlineData(0, "0 ns")]
    [InlineData(0.5, "0.5 ns")]
    [InlineData(873.4, "873 ns")]
    [InlineData(999.7, "1 µs")]
    [InlineData(8_700, "8.7 µs")]
    [InlineData(61_250, "61.3 µs")]
    [InlineData(1_234_567, "1.23 ms")]
    [InlineData(999_600_000, "1 s")]
    [InlineData(7_200e9, "7200 s")]
    [InlineData(-1_500, "-1.5 µs")]
    [InlineData(double.NaN, "-")]
    [InlineData(double.PositiveInfinity, "-")]
    public void Durations_have_three_digits_and_a_fitting_unit(double ns, string expected) =>
        Assert.Equal(expected, NumberText.Duration(ns));

    [Theory]
    [InlineData(0.25, "0.25 /s")]
    [InlineData(999.4, "999 /s")]
    [InlineData(141_900, "142 k/s")]
    [InlineData(999_900, "1 M/s")]
    [InlineData(1_129_598, "1.13 M/s")]
    public void Rates(double perSecond, string expected) => Assert.Equal(expected, NumberText.Rate(perSecond));

    [Theory]
    [InlineData(96, "96 B")]
    [InlineData(1023, "1023 B")]
    [InlineData(1023.9, "1 KiB")]
    [InlineData(1536, "1.5 KiB")]
    public void Bytes(double bytes, string expected) => Assert.Equal(expected, NumberText.Bytes(bytes));

    [Theory]
    [InlineData(52.25, "52.3 s")]
    [InlineData(900, "15 min")]
    [InlineData(11_520, "3.2 h")]
    public void Elapsed_time(double seconds, string expected) => Assert.Equal(expected, NumberText.Elapsed(seconds));

    [Theory]
    [InlineData(0.94, 0.92, 0.97, "0.94x [0.92, 0.97]")]
    [InlineData(12.34, 11.91, 12.78, "12.3x [11.9, 12.8]")]
    [InlineData(123.4, 119.1, 127.8, "123x [119, 128]")]
    [InlineData(0.0123, 0.0119, 0.0127, "0.012x [0.012, 0.013]")]
    [InlineData(1.03, 1.0031, 1.0569, "1.03x [1.01, 1.06]")]
    [InlineData(1.1243, 0.9997, 1.2644, "1.12x [0.99, 1.26]")]
    [InlineData(0.9, 0.8, 0.9996, "0.90x [0.80, 0.99]")]
    [InlineData(1.004, 1.001, 1.007, "1.00x [1.00, 1.01]")]
    [InlineData(1, 1, 1, "1.00x [1.00, 1.00]")]
    public void A_bound_that_is_not_1_does_not_read_as_1(double value, double low, double high, string expected)
    {
        var ratio = new Estimate(value, low, high);
        Assert.Equal(expected, $"{EstimateText.Ratio(ratio)} {EstimateText.RatioInterval(ratio)}");
    }

    [Theory]
    [InlineData(100, 98.8, 101.0, "± 1.2 %")]
    [InlineData(100, 99.0, 112.4, "± 12 %")]
    [InlineData(100, 99.97, 100.03, "± 0.03 %")]
    [InlineData(100, 60.0, 150.0, "± 50 %")]
    [InlineData(2.44, 1.38, 4.29, "[1.38, 4.29]")]
    [InlineData(0.01, -0.1, 0.1, "[-0.1, 0.1]")]
    [InlineData(138, 0.00526, 3600000.0, "[> 10x]")]
    [InlineData(0, -1.0, 1.0, "")]
    [InlineData(100, null, null, "")]
    public void The_farther_bound_is_the_interval(double value, double? low, double? high, string expected) =>
        Assert.Equal(expected, EstimateText.Interval(new Estimate(value, low, high), NumberText.Number));

    [Theory]
    [InlineData(8.912, 0.1234, "8.91 ± 0.12")]
    [InlineData(1008.97, 34.53, "1009 ± 35")]
    [InlineData(9, 0, "9.0 ± 0.0")]
    [InlineData(9.25, double.NaN, "9.25")]
    public void The_spread_decides_the_digits_of_a_mean(double mean, double spread, string expected) =>
        Assert.Equal(expected, NumberText.WithSpread(mean, spread));
}
