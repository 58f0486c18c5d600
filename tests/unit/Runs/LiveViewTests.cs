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
        var machine = FakeMachine.With("a", "b").Where(new Scenario(), new Scenario { Connections = 16 });
        machine["b"].Runs(run => 25_000 + run.Start);
        await machine.SuiteAsync(new() { Rounds = 2 });
        var terminal = new LiveTerminal(columns, rows);
        var view = new LiveView(terminal.Progress, machine.Cells);
        view.Add(machine.Kept);
        view.ShowBlock(new(new(2, 5, [machine.Cells[0], machine.Cells[1]]), 3, 1, 2, 35_000_000_000));
        return (machine, terminal);
    }

    [Fact]
    public async Task The_cells_at_work_all_figures_and_the_time_left_are_shown()
    {
        var (_, terminal) = await MeasuredAsync(100);
        Assert.Equal("round 2/3, block 1/2, about 40 s left", terminal.Lines[0]);
        Assert.Matches(@"^> a 0 +20 k/s ± ", terminal.Lines[1]);
        Assert.Matches(@"^> b 0 +25 k/s ± .* 1\.25x ± ", terminal.Lines[2]);
        Assert.StartsWith("  a 1", terminal.Lines[3]);
        Assert.Contains("\u001b[1m> a 0", terminal.Written);
    }

    [Theory]
    [InlineData(40)]
    [InlineData(20)]
    [InlineData(1)]
    public async Task No_line_is_wider_than_the_terminal(int columns)
    {
        var (_, terminal) = await MeasuredAsync(columns);
        Assert.All(terminal.Lines, line => Assert.True(line.Length < columns, line));
        Assert.True(columns < 40 || terminal.Lines.Any(line => line.Contains("25 k/s ±", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task Where_rows_are_few_the_cells_at_work_are_among_them()
    {
        var (_, terminal) = await MeasuredAsync(80, rows: 6);
        Assert.Equal(3, terminal.Lines.Count(line => line.Length > 0));
        Assert.StartsWith("> a 0", terminal.Lines[1]);
        Assert.Equal("  3 more cells", terminal.Lines[2]);
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
    public void Without_colours_nothing_is_emphasised()
    {
        using var terminal = new LiveTerminal(30, 24, isPlain: true);
        terminal.Progress.View([new("two", IsStrong: true)]);
        Assert.Equal("two" + Environment.NewLine, terminal.Written);
    }

    [Fact]
    public void What_is_no_terminal_gets_steps_alone()
    {
        using var output = new StringWriter();
        var progress = new ProgressLog(output, isTerminal: false);
        progress.View([new("view")]);
        progress.Detail("detail");
        progress.Step("step");
        progress.Clear();
        Assert.Equal("step" + Environment.NewLine, output.ToString());
    }
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
