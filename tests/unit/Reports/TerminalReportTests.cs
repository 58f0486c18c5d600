using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Reports.Document;
using Pingmark.Reports.Renderers;
using Spectre.Console;
using Xunit;

namespace Pingmark.Tests.Reports;

public sealed class TerminalReportTests
{
    /// <summary>The words stay: a colour alone would say nothing to some.</summary>
    [Theory]
    [InlineData(ColorSystemSupport.Standard, true)]
    [InlineData(ColorSystemSupport.NoColors, false)]
    public void Verdicts_have_colours_where_a_terminal_has_them(ColorSystemSupport colours, bool isColoured)
    {
        using var output = new StringWriter();
        var console = AnsiConsole.Create(
            new()
            {
                Ansi = AnsiSupport.Yes,
                ColorSystem = colours,
                Out = new AnsiConsoleOutput(output),
            }
        );
        TerminalRenderer.Write(console, RunReport.Build(MockSummary.Build(), Media.Verbose));
        Assert.Equal(isColoured, output.ToString().Contains("\u001b[33m0.81x", StringComparison.Ordinal));
        Assert.Contains("slower", output.ToString());
    }

    [Theory]
    [InlineData(80)]
    [InlineData(100)]
    [InlineData(120)]
    [InlineData(200)]
    public void No_line_is_wider_than_the_terminal(int width) =>
        Assert.All(
            Terminal.Render(MockSummary.Build(), width).Split('\n'),
            line => Assert.InRange(line.Length, 0, width)
        );

    [Fact]
    public void The_longest_usual_name_and_interval_share_a_line_of_80_columns()
    {
        var mock = MockSummary.Build();
        var summary = mock with
        {
            Cells = [mock.Cells[4], mock.Cells[5] with { Label = "dotnet/tcp-threads" }],
            Published = null,
        };
        Assert.Contains(
            Terminal.Render(summary, 80).Split('\n'),
            l => l.Contains("dotnet/tcp-threads ") && l.EndsWith("0.99x ± 0.9 %")
        );
    }

    [Fact]
    public void What_is_said_of_several_cells_is_said_once()
    {
        var shown = Terminal.Render(MockSummary.Build(), 200, runFolder: null);
        Assert.Equal(2, shown.Split("core was busy all the time").Length);
        Assert.Equal(2, shown.Split("the rate fell by 31 %").Length);
    }

    [Fact]
    public void What_is_true_of_every_measured_cell_names_none()
    {
        var mock = MockSummary.Build();
        var note = new Note("x", AuditVerdict.Warning, "everything was slow");
        var summary = mock with { Cells = [.. mock.Cells.Select(c => c.Rounds > 0 ? c with { Audits = [note] } : c)] };
        Assert.Contains(
            "warning      all measured cells: everything was slow",
            Terminal.Render(summary, 120, runFolder: null)
        );
    }

    /// <summary>Of failures a screen has a line each; all else is in the page and behind an option.</summary>
    [Fact]
    public void A_screen_tells_why_there_are_no_figures_and_no_notes()
    {
        var mock = MockSummary.Build();
        var note = new Note("x", AuditVerdict.Warning, "something was wrong");
        var failed = Enumerable
            .Range(1, 6)
            .Select(n => mock.Cells[3] with { Id = $"{n}", Label = $"f{n}", Reasons = [$"reason {n}"] });
        var shown = Terminal.RenderInShort(
            mock with
            {
                Notes = [note],
                Cells = [mock.Cells[0] with { Audits = [note] }, .. failed],
                Comparisons = [],
            },
            80
        );
        Assert.Contains("failed  f5: reason 5", shown);
        Assert.Contains("\n1 more: `-v`\n", shown);
        Assert.DoesNotContain("reason 6", shown);
        Assert.DoesNotContain("something was wrong", shown);
    }

    [Fact]
    public void A_row_that_has_not_settled_is_marked()
    {
        var mock = MockSummary.Build();
        var cell = mock.Cells[4] with { Audits = [new("drift", AuditVerdict.Warning, "b still worked")] };
        var shown = Terminal.Render(mock with { Cells = [cell, mock.Cells[5]], Published = null }, 120).Split('\n');
        Assert.Contains(shown, line => line.EndsWith(" drift"));
        Assert.Contains(shown, line => line.StartsWith("drift: its rate was not stable"));
    }

    /// <summary>Why there is no figure is told whatever room it takes.</summary>
    [Fact]
    public void What_failed_is_told_in_full()
    {
        var reason = string.Join(' ', Enumerable.Range(1, 80));
        var mock = MockSummary.Build();
        var failed = mock.Cells[3] with { Label = "x", Reasons = [reason] };
        var shown = Terminal.Render(mock with { Cells = [mock.Cells[0], failed], Comparisons = [] }, 80);
        Assert.Contains(" 80\n", shown);
    }

    [Fact]
    public void Without_a_folder_no_files_are_named() =>
        Assert.DoesNotContain("report.html", Terminal.Render(MockSummary.Build(), 80, runFolder: null));

    [Fact]
    public void An_interrupted_run_says_so() =>
        Assert.Contains(
            "Interrupted: this is what had been finished by then.",
            Terminal.Render(MockSummary.Build() with { Interrupted = true }, 80)
        );

    [Fact]
    public void A_run_without_a_single_cell_has_a_report()
    {
        var shown = Terminal.Render(
            MockSummary.Build() with
            {
                Cells = [],
                Comparisons = [],
                Published = null,
                Notes = [],
            },
            80
        );
        Assert.Contains("0 rounds", shown);
    }

    [Fact]
    public void A_scenario_is_named_by_what_tells_it_from_the_others()
    {
        var mock = MockSummary.Build();
        var zeros = mock.Cells[0].Scenario with
        {
            Payload = "zeros",
            Socket = new SocketOptions { NoDelay = false },
        };
        var shown = Terminal.Render(
            mock with
            {
                Cells = [mock.Cells[0], mock.Cells[0] with { Id = "other", Scenario = zeros }],
            },
            120
        );
        Assert.Contains("1 connection x 1 in flight, 32 B, payload random\n", shown);
        Assert.Contains("1 connection x 1 in flight, 32 B, payload zeros, no_delay off\n", shown);
    }

    [Fact]
    public void The_client_is_named_where_it_is_not_the_stack_s_own()
    {
        var mock = MockSummary.Build();
        var first = mock.Cells[0];
        var other = mock.Cells[1] with { Client = first.Stack };
        Assert.Contains(
            "in flight, 32 B, client cpp/tcp-epoll\n",
            Terminal.Render(mock with { Cells = [first, other] }, 120)
        );
        var third = mock.Cells[2] with { Client = first.Stack };
        Assert.Contains(
            "dotnet/tcp-async (client cpp/tcp-epoll)",
            Terminal.Render(mock with { Cells = [first, mock.Cells[1], third] }, 140)
        );
    }

    [Fact]
    public void Figures_of_an_invalid_cell_are_not_set_beside_published_ones()
    {
        var mock = MockSummary.Build();
        var invalid = mock.Cells[5] with { Status = CellStatus.Invalid };
        var shown = Terminal.Render(mock with { Cells = [mock.Cells[4], invalid] }, 120);
        Assert.DoesNotContain("(0.49x)", shown);
    }

    /// <summary>What was measured elsewhere is not set beside what was measured here.</summary>
    [Fact]
    public void Published_figures_stand_beside_those_of_their_setting()
    {
        var mock = MockSummary.Build();
        Assert.DoesNotContain("1008.97", Terminal.Render(mock, 140));
        Assert.Contains("what was published of two machines is not set beside it", Terminal.Render(mock, 140));
        var between = Terminal.Render(mock with { Setting = Setting.TwoMachines }, 140);
        Assert.Contains("1008.97", between);
        Assert.DoesNotContain("220.21", between);
    }
}
