using Pingmark.Reports;
using Pingmark.Reports.Document;
using Pingmark.Reports.Renderers;
using Xunit;

namespace Pingmark.Tests.Reports;

/// <summary>Suites and results of others are shown, never obeyed.</summary>
public sealed class HostileTextTests
{
    [Fact]
    public void A_spreadsheet_sees_no_formula() =>
        AssertEscaped(
            Escape.Csv,
            [
                ("=1+1", "'=1+1"),
                ("+1", "'+1"),
                ("-1", "'-1"),
                ("@SUM(A1)", "'@SUM(A1)"),
                ("\t=1", "' =1"),
                (" =1", "' =1"),
                ("＝1", "'＝1"),
                ("a=1", "a=1"),
                ("two\nlines", "two lines"),
                ("", ""),
            ]
        );

    [Fact]
    public void Markdown_shows_what_was_written() =>
        AssertEscaped(
            Escape.Markdown,
            [
                ("<b>&|", "&lt;b&gt;&amp;\\|"),
                ("[x](javascript:y)", "\\[x\\](javascript:y)"),
                ("![x](y) `z` *w* # \\", "!\\[x\\](y) \\`z\\` \\*w\\* \\# \\\\"),
                ("two\r\nlines", "two<br>lines"),
            ]
        );

    [Fact]
    public void A_terminal_is_not_steered() =>
        AssertEscaped(
            Escape.Terminal,
            [
                ("\u001b[31mred", "\uFFFD[31mred"),
                ("\u009b31m", "\uFFFD31m"),
                ("abc\u202Edef", "abc\uFFFDdef"),
                ("[red]µs ± ✓[/]", "[red]µs ± ✓[/]"),
            ]
        );

    private static void AssertEscaped(Func<string, string> escape, IReadOnlyList<(string Text, string Escaped)> rows) =>
        Assert.All(rows, row => Assert.Equal(row.Escaped, escape(row.Text)));

    [Fact]
    public void No_escape_sequence_of_a_label_reaches_a_terminal_with_colours()
    {
        var document = RunReport.Build(MockSummary.Build(), Media.Verbose);
        var shown = Terminal.Render(console => TerminalRenderer.Write(console, document), 120, ansi: true);
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
