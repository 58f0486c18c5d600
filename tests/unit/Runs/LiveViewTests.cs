using System.Globalization;
using Pingmark.Model;
using Pingmark.Runs;
using Pingmark.Tests.Trials;
using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Runs;

/// <summary>What a terminal shows while a run measures.</summary>
public class LiveViewTests
{
    private static async Task<(FakeMachine Machine, LiveTerminal Terminal)> MeasuredAsync(int columns, int rows = 24)
    {
        var machine = Machine();
        await machine.SuiteAsync(new() { Rounds = 2 });
        var terminal = new LiveTerminal(columns, rows);
        var view = new LiveView(terminal.Progress, machine.Cells);
        view.Add(machine.Kept);
        view.ShowBlock(Begin(machine));
        return (machine, terminal);
    }

    private static FakeMachine Machine()
    {
        var machine = FakeMachine.With("a", "b").Where(new Scenario(), new Scenario { Connections = 16 });
        machine["b"].Runs(run => 25_000 + run.Start);
        return machine;
    }

    private static BlockStart Begin(FakeMachine machine) =>
        new(new(2, 5, [machine.Cells[0], machine.Cells[1]]), 3, 1, 2, 35_000_000_000);

    [Fact]
    public async Task The_cells_at_work_all_figures_and_the_time_left_are_shown_as_the_report_names_them()
    {
        var (machine, terminal) = await MeasuredAsync(100);
        Assert.Matches("^░+  about 40 s left  round 2/3, block 1/2$", terminal.Lines[0]);
        Assert.Equal("1 connection x 1 in flight, 32 B", terminal.Lines[1]);
        Assert.Matches(@"^> a +20 k/s ± ", terminal.Lines[2]);
        Assert.Matches(@"^> b +25 k/s ± .* 1\.25x ± ", terminal.Lines[3]);
        Assert.Equal("16 connections x 1 in flight, 32 B", terminal.Lines[4]);
        Assert.StartsWith("  a", terminal.Lines[5]);
        Assert.Contains("\u001b[1m> a", terminal.Written);
        Assert.DoesNotContain(machine.Cells[0].Id, terminal.Written);
    }

    [Fact]
    public void First_figures_are_shown_while_a_block_is_measured_and_not_more_often_than_can_be_read()
    {
        var (machine, clock) = (Machine(), new FixedClock());
        using var terminal = new LiveTerminal(80, 24);
        var view = new LiveView(terminal.Progress, machine.Cells, clock);
        view.ShowBlock(Begin(machine));
        Assert.Matches(@"^> a +-$", terminal.Lines[2]);
        PartialFigures Figures() =>
            new(
                PartialFigures.WarmingUp,
                [new(machine.Cells[0], 20_000, null), new(machine.Cells[1], 25_000, new(1.25, 1.2, 1.3))]
            );
        view.ShowFigures(() => throw new InvalidOperationException("too early"));
        clock.Pass(TimeSpan.FromSeconds(10));
        view.ShowFigures(Figures);
        Assert.Matches("^█+░+  about 30 s left  round 2/3, block 1/2  warming up$", terminal.Lines[0]);
        Assert.Matches(@"^> a +20 k/s$", terminal.Lines[2]);
        Assert.Matches(@"^> b +25 k/s +1\.25x ± 4 %$", terminal.Lines[3]);
    }

    [Fact]
    public void A_pipe_gets_the_first_figures_of_blocks_a_few_times_a_minute()
    {
        var (machine, clock) = (Machine(), new FixedClock());
        using var said = new StringWriter();
        var view = new LineView(new(said, isTerminal: false), machine.Cells, clock);
        view.ShowBlock(Begin(machine));
        view.ShowFigures(() => throw new InvalidOperationException("too early"));
        clock.Pass(TimeSpan.FromSeconds(10));
        view.ShowFigures(() => new("warming up", [new(machine.Cells[0], 20_000, null)]));
        clock.Pass(TimeSpan.FromSeconds(2));
        view.ShowFigures(() =>
            new("measuring", [new(machine.Cells[0], 20_000, null), new(machine.Cells[1], 25_000, new(1.25, 1.2, 1.3))])
        );
        clock.Pass(TimeSpan.FromSeconds(60));
        view.ShowFigures(() => throw new InvalidOperationException("twice in a block"));
        Assert.Equal(
            ["round 2/3, block 1/2, 1 connection x 1 in flight, 32 B: a 20 k/s, b 25 k/s 1.25x ± 4 %"],
            said.ToString().TrimEnd().Split(Environment.NewLine)
        );
    }

    [Fact]
    public Task No_line_is_wider_than_the_terminal() =>
        Assert.AllAsync<int>(
            [40, 20, 1],
            async columns =>
            {
                var (_, terminal) = await MeasuredAsync(columns);
                Assert.All(terminal.Lines, line => Assert.True(line.Length < Math.Max(2, columns), line));
                if (columns >= 40)
                    Assert.Contains("25 k/s ±", string.Concat(terminal.Lines));
            }
        );

    [Fact]
    public async Task Where_rows_are_few_the_cells_at_work_are_among_them()
    {
        var (_, terminal) = await MeasuredAsync(80, rows: 7);
        Assert.Equal(4, terminal.Lines.Count(line => line.Length > 0));
        Assert.StartsWith("> a", terminal.Lines[2]);
        Assert.Equal("  3 more cells", terminal.Lines[3]);
    }

    [Fact]
    public void Words_are_not_broken_on_a_terminal_and_lines_not_elsewhere()
    {
        const string text = "quick: 16 cells, 4 rounds, about 50 s";
        using var terminal = new LiveTerminal(20, 24);
        terminal.Progress.Step(text);
        Assert.Equal(["quick: 16 cells, 4", "rounds, about 50 s", ""], terminal.Lines);
        terminal.Progress.Detail("warming up java/tcp-nio");
        Assert.Equal("  warming up…", terminal.Lines[^1]);
        using var pipe = new StringWriter();
        new ProgressLog(pipe, isTerminal: false, () => (20, 24)).Step(text);
        Assert.Equal(text + Environment.NewLine, pipe.ToString());
    }

    [Fact]
    public void Steps_stay_above_the_view_and_details_below_it()
    {
        using var terminal = new LiveTerminal(30, 24);
        terminal.Progress.View([new("one"), new("two", IsStrong: true)]);
        terminal.Progress.Detail("working on something that is much too long");
        terminal.Progress.Step("a step");
        terminal.Progress.Detail("detail \u001b[31m");
        Assert.Equal(["a step", "one", "two", "  detail \uFFFD[31m"], terminal.Lines);
        terminal.Progress.View([new("three")]);
        Assert.Equal(["a step", "three", ""], terminal.Lines);
        terminal.Progress.Clear();
        Assert.Equal(["a step", ""], terminal.Lines);
    }

    [Fact]
    public void What_is_no_terminal_gets_steps_alone_and_one_without_colours_no_emphasis()
    {
        using var output = new StringWriter();
        var progress = new ProgressLog(output, isTerminal: false);
        progress.View([new("view")]);
        progress.Detail("detail");
        progress.Step("step");
        progress.Clear();
        Assert.Equal("step" + Environment.NewLine, output.ToString());

        using var plain = new LiveTerminal(30, 24, isPlain: true);
        plain.Progress.View([new("two", IsStrong: true)]);
        Assert.Equal("two" + Environment.NewLine, plain.Written);
    }
}

internal sealed class FixedClock : TimeProvider
{
    private long _now;

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public void Pass(TimeSpan time) => _now += time.Ticks;

    public override long GetTimestamp() => _now;
}

/// <summary>As much of a terminal as progress uses: what would be seen on it.</summary>
internal sealed class LiveTerminal : IDisposable
{
    private readonly StringWriter _output = new();

    public LiveTerminal(int columns, int rows, bool isPlain = false) =>
        Progress = new(_output, isTerminal: true, () => (columns, rows), isPlain);

    public void Dispose() => _output.Dispose();

    public ProgressLog Progress { get; }
    public string Written => _output.ToString();

    public IReadOnlyList<string> Lines
    {
        get
        {
            var (lines, row, column) = (new List<string> { "" }, 0, 0);
            for (var at = 0; at < Written.Length; at++)
                if (Written[at] == '\n')
                {
                    (row, column) = (row + 1, 0);
                    if (row == lines.Count)
                        lines.Add("");
                }
                else if (Written[at] == '\r')
                    column = 0;
                else if (Written[at] == '\u001b')
                {
                    var end = Written.IndexOfAny(['A', 'J', 'K', 'm'], at);
                    if (Written[end] == 'A')
                        row -= int.Parse(Written[(at + 2)..end], CultureInfo.InvariantCulture);
                    if (Written[end] is 'J' or 'K')
                        lines[row] = lines[row][..column];
                    if (Written[end] == 'J')
                        lines.RemoveRange(row + 1, lines.Count - row - 1);
                    at = end;
                }
                else
                {
                    lines[row] = lines[row][..column] + Written[at];
                    column++;
                }
            return lines;
        }
    }
}
