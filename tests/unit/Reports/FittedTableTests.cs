using Pingmark.Reports.Document;
using Pingmark.Reports.Renderers;
using Xunit;

namespace Pingmark.Tests.Reports;

public sealed class FittedTableTests
{
    private static readonly FittedTable Table = new(
        [
            new("Stack") { Breaks = "/" },
            new("RTT p50") { IsFigure = true, Rank = 2 },
            new("Rate") { IsFigure = true, Rank = 1 },
            new("server\nCPU/msg") { IsFigure = true, Rank = 3 },
            new("Rate to baseline"),
        ],
        [
            ["cpp/tcp-epoll", "8.7 µs", "115 k/s ± 2 %", "3.92 µs", "2.44x [1.38, 4.29] slower\nundecided"],
        ]
    );

    [Fact]
    public void With_room_each_row_is_one_line() =>
        Assert.Contains(" cpp/tcp-epoll   8.7 µs  115 k/s ± 2 %  3.92 µs  2.44x [1.38, 4.29] slower", Shown(120));

    [Theory]
    [InlineData(80, "")]
    [InlineData(62, "")]
    [InlineData(61, "server CPU/msg")]
    [InlineData(48, "RTT p50, server CPU/msg")]
    [InlineData(40, "RTT p50, Rate, server CPU/msg")]
    public void What_matters_least_is_left_out_first(int width, string leftOut)
    {
        Assert.Equal(leftOut, string.Join(", ", Table.LeftOut(width)));
        Assert.All(Shown(width).Split('\n'), line => Assert.InRange(line.Length, 0, width));
        Assert.Contains("2.44x [1.38, 4.29]", Shown(width));
    }

    [Fact]
    public void A_name_is_broken_after_a_slash_before_anything_else_is()
    {
        var lines = Shown(32).Split('\n');
        Assert.Contains(lines, line => line.StartsWith(" cpp/ ") && line.Contains("2.44x [1.38, 4.29]"));
        Assert.Contains(lines, line => line.StartsWith(" tcp-epoll ") && line.Contains("slower"));
    }

    [Fact]
    public void A_name_is_broken_before_a_figure_that_matters_most_is_left_out()
    {
        FittedTable Make(bool outlasts) =>
            new(
                [
                    new("Stack") { Breaks = "/" },
                    new("p50")
                    {
                        IsFigure = true,
                        Rank = 2,
                        OutlastsWholeNames = outlasts,
                    },
                ],
                [
                    ["cpp/tcp-epoll", "8.7 µs"],
                ]
            );
        Assert.Equal(["p50"], Make(outlasts: false).LeftOut(22));
        Assert.Empty(Make(outlasts: true).LeftOut(22));
        Assert.Equal(["p50"], Make(outlasts: true).LeftOut(12));
    }

    [Fact]
    public void An_interval_goes_below_its_ratio_before_anything_is_cut()
    {
        var table = new FittedTable(
            [new("Stack") { Breaks = "/" }, new("Ratio") { Breaks = Column.NoBreakBeforeInterval }],
            [
                ["cpp/tcp-epoll", "2.44x [1.38, 4.29]"],
            ]
        );
        var lines = Terminal.Render(console => table.Write(console), 30).Split('\n');
        Assert.Contains(" cpp/       2.44x", lines);
        Assert.Contains(" tcp-epoll  [1.38, 4.29]", lines);
    }

    [Fact]
    public void A_row_of_columns_that_are_left_out_is_none()
    {
        var table = new FittedTable(
            [new("Stack"), new("Published") { Rank = 1 }],
            [
                ["cpp/tcp-epoll", "1999"],
                ["", "2000"],
            ]
        );
        Assert.Equal(["Published"], table.LeftOut(20));
        var lines = Terminal.Render(console => table.Write(console), 20).TrimEnd().Split('\n');
        Assert.Equal(" cpp/tcp-epoll", lines[^1]);
    }

    [Fact]
    public void Where_nothing_fits_no_line_is_wider_and_no_letter_is_lost()
    {
        Assert.All(Shown(12).Split('\n'), line => Assert.InRange(line.Length, 0, 12));
        Assert.DoesNotContain("…", Shown(12));
    }

    private static string Shown(int width) => Terminal.Render(console => Table.Write(console), width);
}
