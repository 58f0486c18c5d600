using Pingmark.Model;
using Pingmark.Tests.Reports.Answers;
using Xunit;
using static Pingmark.Model.ComparisonVerdict;
using static Pingmark.Tests.Reports.Answers.AnsweredRun;

namespace Pingmark.Tests.Reports;

/// <summary>What a screen shows of a run: a table a class with its scenarios side by side.</summary>
public class SideBySideTests
{
    /// <summary>As <c>quick</c> has them: two classes of eight stacks in two scenarios.</summary>
    private static One[] Quick() =>
        [
            .. new[] { 1, 16 }.SelectMany(c =>
                (One[])
                    [
                        new("cpp/tcp-epoll", Class: Tcp, Connections: c),
                        new("cpp/tcp-threads", c == 1 ? 1.12 : 0.52, c == 1 ? Faster : Slower, 0.04, c, Tcp),
                        new("java/tcp-nio", 0.97, c == 1 ? Same : LikelySlower, 0.02, c, Tcp),
                        new("java/tcp-threads", 1.02, Undecided, 0.6, c, Tcp, NeedsS: 170),
                        new("dotnet/tcp-async", 0.27, Slower, 0.29, c, Tcp),
                        new("cpp/udp-spin", Class: Udp, Connections: c),
                        new("java/udp-spin", 0.89, Undecided, 0.22, c, Udp, NeedsS: 170),
                        new("dotnet/udp-spin", Class: Udp, Connections: c, Status: CellStatus.Failed),
                    ]
            ),
        ];

    [Fact]
    public void Quick_has_forty_lines_of_eighty_columns_at_most()
    {
        var lines = Terminal.RenderInShort(Of(Quick()), 80).TrimEnd().Split('\n');
        Assert.InRange(lines.Length, 20, 40);
        Assert.All(lines, line => Assert.InRange(line.Length, 0, 80));
        Golden.Check("quick-80.txt", string.Join('\n', lines) + "\n");
    }

    [Fact]
    public void A_wider_terminal_has_the_roomier_form() =>
        Assert.Contains("1.12 ± 4 % faster", Terminal.RenderInShort(Of(Quick()), 120));

    [Fact]
    public void Where_scenarios_have_no_room_beside_each_other_each_has_its_table()
    {
        var lines = Terminal.RenderInShort(Of(Quick()), 60).Split('\n');
        Assert.All(lines, line => Assert.InRange(line.Length, 0, 60));
        Assert.Equal(4, lines.Count(line => line.EndsWith("x baseline")));
        Assert.Contains(lines, line => line.StartsWith("cpp/tcp-threads") && line.Contains("1.12"));
    }

    /// <summary>A column for each scenario has the comparison, and of the baseline the figure.</summary>
    [Fact]
    public void Many_scenarios_have_a_column_each()
    {
        var shown = Terminal.RenderInShort(
            Of([
                .. new[] { 1, 2, 4 }.SelectMany(c =>
                    (One[])[new("a", Connections: c), new("b", 0.5, Slower, Connections: c)]
                ),
            ]),
            80
        );
        Assert.Matches("1 connection +2 connections +4 connections", shown);
        Assert.Contains(shown.Split('\n'), line => line.Split("±").Length == 4 && line.Split("slower").Length == 4);
        Assert.Contains(shown.Split('\n'), line => line.Split("100 k/s").Length == 4);
    }

    [Fact]
    public void What_is_known_roughly_is_marked() =>
        Assert.Matches("java/tcp-threads .*~1.02 +open", Terminal.RenderInShort(Of(Quick()), 120));
}
