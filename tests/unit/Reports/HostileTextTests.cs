using Pingmark.Reports;
using Xunit;

namespace Pingmark.Tests.Reports;

/// <summary>Suites and results of others are shown, never obeyed.</summary>
public sealed class HostileTextTests
{
    [Theory]
    [InlineData("=1+1", "'=1+1")]
    [InlineData("+1", "'+1")]
    [InlineData("-1", "'-1")]
    [InlineData("@SUM(A1)", "'@SUM(A1)")]
    [InlineData("\t=1", "' =1")]
    [InlineData(" =1", "' =1")]
    [InlineData("＝1", "'＝1")]
    [InlineData("a=1", "a=1")]
    [InlineData("two\nlines", "two lines")]
    [InlineData("", "")]
    public void A_spreadsheet_sees_no_formula(string text, string expected) => Assert.Equal(expected, Escape.Csv(text));

    [Theory]
    [InlineData("<b>&|", "&lt;b&gt;&amp;\\|")]
    [InlineData("[x](javascript:y)", "\\[x\\](javascript:y)")]
    [InlineData("![x](y) `z` *w* # \\", "!\\[x\\](y) \\`z\\` \\*w\\* \\# \\\\")]
    [InlineData("two\r\nlines", "two<br>lines")]
    public void Markdown_shows_what_was_written(string text, string expected) =>
        Assert.Equal(expected, Escape.Markdown(text));

    [Theory]
    [InlineData("\u001b[31mred", "\uFFFD[31mred")]
    [InlineData("\u009b31m", "\uFFFD31m")]
    [InlineData("abc\u202Edef", "abc\uFFFDdef")]
    [InlineData("[red]µs ± ✓[/]", "[red]µs ± ✓[/]")]
    public void A_terminal_is_not_steered(string text, string expected) =>
        Assert.Equal(expected, Escape.Terminal(text));

    [Fact]
    public void No_escape_sequence_of_a_label_reaches_a_terminal_with_colours()
    {
        var shown = Terminal.Render(MockSummary.Build(), 120, ansi: true);
        Assert.DoesNotContain("\u001b[31m", shown);
        Assert.Contains("[red]x[/]", shown);
    }

    [Fact]
    public void Every_row_of_a_Markdown_table_has_the_columns_of_its_header()
    {
        var tables = MarkdownReport.Render(MockSummary.Build()).Split("\n\n").Where(b => b.StartsWith('|'));
        Assert.All(tables, table => Assert.Single(table.Trim().Split('\n').Select(Columns).Distinct()));

        static int Columns(string row) => row.Replace("\\|", "").Count(c => c == '|');
    }

    [Fact]
    public void No_HTML_is_left_in_Markdown() =>
        Assert.DoesNotContain("<script", MarkdownReport.Render(MockSummary.Build()));
}
