using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Reports.Document;
using Pingmark.Reports.Renderers;
using Spectre.Console;
using Xunit;

namespace Pingmark.Tests.Reports;

/// <summary>A report of many clients and servers: the map first, and short.</summary>
public sealed class MatrixReportTests
{
    private const string Busy = "the client uses all of its cores and the server does not: give it more cores";

    /// <summary>As large as the suite <c>cross-matrix</c>, with a warning of most of its cells.</summary>
    private static Summary Large()
    {
        var stacks = MatrixSummary.Stacks(14, 8);
        return MatrixSummary.Of(
            stacks,
            stacks,
            0.1,
            cell =>
                cell.Label == cell.Client
                    ? cell
                    : cell with
                    {
                        Audits = [new("client-bound", AuditVerdict.Warning, Busy)],
                    }
        );
    }

    [Fact]
    public void Eighty_columns_need_no_more_than_a_hundred_lines()
    {
        var lines = Terminal.Render(Large(), 80).Split('\n');
        Assert.InRange(lines.Length, 60, 100);
        Assert.All(lines, line => Assert.InRange(line.Length, 0, 80));
    }

    /// <summary>As a program reads it: with a width that no table reaches.</summary>
    [Fact]
    public void A_pipe_gets_lines_of_160_columns_at_most_without_blanks_at_their_ends()
    {
        using var output = new StringWriter();
        var console = AnsiConsole.Create(new() { Ansi = AnsiSupport.No, Out = new AnsiConsoleOutput(output) });
        console.Profile.Width = 10_000;
        TerminalRenderer.Write(console, RunReport.Build(Large(), Media.Verbose, "runs/x"));
        var lines = output.ToString().ReplaceLineEndings("\n").Split('\n');
        Assert.All(lines, line => Assert.InRange(line.Length, 0, 160));
        Assert.All(lines, line => Assert.Equal(line.TrimEnd(), line));
        Assert.Contains("A java/tcp-nio-blocking0 ", output.ToString());
    }

    [Fact]
    public void Many_names_are_cut_in_text_and_whole_on_the_page()
    {
        const string Cut = "java/tcp-nio-blocking0 (client java/tcp-nio-blocking1), ";
        var (terminal, markdown, page) = (
            Terminal.Render(Large(), 200),
            MarkdownReport.Render(Large()),
            HtmlRenderer.Body(RunReport.Build(new(Large()) { Folder = "x" }, Media.Page))
        );
        Assert.Contains("blocking3) … and 235 more: ", terminal);
        Assert.Contains(Cut, terminal);
        Assert.Contains("… and 235 more", markdown);
        Assert.DoesNotContain("… and 235 more", page);
        Assert.Contains("java/udp-spin7 (client java/udp-spin6)", page);
    }

    [Fact]
    public void The_map_and_its_sides_come_before_all_comparisons()
    {
        var page = HtmlRenderer.Body(RunReport.Build(new(Large()) { Folder = "x", HasCharts = true }, Media.Page));
        AssertInOrder(page, "id=\"answer\"", "id=\"first-chart\"", "id=\"matrix\"", "id=\"figures\"");
        AssertInOrder(MarkdownReport.Render(Large()), "## Answer", "## Servers and clients", "## To know before");
        AssertInOrder(
            Terminal.Render(Large(), 80),
            "Rate in k/s, clients down",
            "Server, with any client",
            "Single pairs beside the baseline's: 195, 195 undecided; report.html has them.",
            "\nAnswer\n"
        );
    }

    private static void AssertInOrder(string text, params string[] parts) =>
        Assert.Equal(parts.Select(part => (part, true)), InOrder(text, parts));

    private static List<(string, bool)> InOrder(string text, string[] parts)
    {
        var found = new List<(string, bool)>();
        var at = 0;
        foreach (var part in parts)
        {
            var next = text.IndexOf(part, at, StringComparison.Ordinal);
            found.Add((part, next >= 0));
            at = Math.Max(at, next);
        }
        return found;
    }

    [Fact]
    public void Each_reason_has_a_mark_of_its_own_and_only_those_that_occur_are_explained()
    {
        var stacks = MatrixSummary.Stacks(4, 0);
        var names = stacks.Keys.ToList();
        Func<CellSummary, CellSummary>[] changes =
        [
            cell => cell with { Status = CellStatus.Unmeasured },
            cell => cell with { Status = CellStatus.Invalid },
            cell => cell with { Corrupt = 3 },
            cell => cell with { Audits = [new("noisy", AuditVerdict.Warning, "others had its cores")] },
            cell => cell.With(("throughput_per_s", new(100_000, 80_000, 120_000))),
        ];
        var summary = MatrixSummary.Of(
            stacks,
            stacks,
            change: cell =>
                (4 * names.IndexOf(cell.Label)) + names.IndexOf(cell.Client) is var at && at is > 0 and <= 5
                    ? changes[at - 1](cell)
                    : cell
        );
        var marks = summary.Cells.Select(cell => CellMark.Find(cell)?.Sign).Take(7);
        Assert.Equal([null, '·', 'x', '!', '*', '~', null], marks);
        Assert.Equal(
            "· not reached; x withheld; ! messages lost, late, duplicated, reordered, corrupt or silent; * noisy: "
                + "others had its cores; ~ uncertain: beyond ± 10 %, or a drift",
            CellMark.Legend(summary.Cells)
        );
        Assert.Equal("", CellMark.Legend(summary.Cells.Skip(6)));
    }
}
