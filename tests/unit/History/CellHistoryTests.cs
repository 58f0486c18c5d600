using System.Text.Json;
using Pingmark.History;
using Pingmark.History.Database;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Reports.Document;
using Pingmark.Schema;
using Pingmark.Tests.Reports;
using Pingmark.Tests.Results;
using Xunit;

namespace Pingmark.Tests.History;

public sealed class CellHistoryTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    /// <summary>Ten runs of the mock run's cells; from the sixth on one stack is a third slower, with a new version,
    /// and from the tenth on the machine is another.</summary>
    private static Summary Run(int number)
    {
        var mock = MockSummary.Build();
        double Speed(CellSummary cell) =>
            (cell.Stack == "java/tcp-nio" && number >= 6 ? 0.67 : 1) * (1 + 0.02 * Math.Sin(7 * number));
        return mock with
        {
            StartedAt = mock.StartedAt.AddDays(number),
            Machine = mock.Machine with { Cores = number == 10 ? 4 : 2 },
            Cells = mock
                .Cells.Select(cell =>
                    cell.Figure("throughput_per_s") is not { } rate
                        ? cell
                        : cell.With(
                            (
                                "throughput_per_s",
                                new(rate.Value * Speed(cell), rate.CiLow * Speed(cell), rate.CiHigh * Speed(cell))
                            )
                        ) with
                        {
                            Versions = new Dictionary<string, string> { ["server"] = number >= 6 ? "18" : "17" },
                        }
                )
                .ToList(),
        };
    }

    private RunHistory History(FigureRequest? asked = null)
    {
        for (var number = 1; number <= 10; number++)
            Write($"run-{number:00}", Run(number));
        _folder.Write("foreign/notes.txt", "nothing of ours");
        _folder.Write("damaged\u001b[31m/run.json", "{}");
        _folder.Write("damaged\u001b[31m/summary.json", "{\"schema\": \"pingmark.summary/2\", \"cells\": [null]}");
        _folder.Write("killed/run.json", "no JSON");
        return RunHistory.Read(_folder.Path, asked);
    }

    private IReadOnlyList<CellHistory> Cells(string? stack)
    {
        var asked = new FigureRequest(stack, null);
        return CellHistory.Build(History(asked), asked);
    }

    /// <summary>Of ten runs others had the cores of one stack's cells in the third.</summary>
    [Fact]
    public void Cells_that_others_had_the_cores_of_are_left_out_and_it_is_said()
    {
        _ = History();
        var third = Run(3);
        bool IsCrowded(CellSummary cell) => cell is { Stack: "java/tcp-nio", Status: CellStatus.Ok };
        var crowded = third with { Cells = [.. third.Cells.Select(c => c with { Crowded = IsCrowded(c) })] };
        _folder.Write("run-03/summary.json", SummaryJson.Serialize(crowded));
        var asked = new FigureRequest("java/tcp-nio", null);
        var history = RunHistory.Read(_folder.Path, asked);
        var (count, all) = (third.Cells.Count(IsCrowded), third.Cells.Count);
        var sentence = $"run-03: others had the cores of {count} of its {all} cells, and their figures are left out";
        Assert.Equal([sentence], history.LeftOut);
        Assert.All(CellHistory.Build(history, asked), cell => Assert.Equal(9, cell.Figures.Count));
        ReportDocument[] shown =
        [
            HistoryReport.List(RunHistory.Read(_folder.Path)),
            HistoryReport.Show(history, CellHistory.Build(history, asked)),
            HistoryReport.Trend(history, CellHistory.Build(history, asked)),
        ];
        Assert.All(shown, document => Assert.Contains($"left out of {sentence}", Terminal.Render(document, 200)));
        var stored = new StoredRun("run-03", crowded);
        Assert.Equal(sentence, stored.LeftOut);

        var taking = asked with { TakesCrowded = true };
        var taken = RunHistory.Read(_folder.Path, taking) with { TakesCrowded = true };
        Assert.Empty(taken.LeftOut);
        Assert.All(
            CellHistory.Build(taken, taking),
            cell => Assert.Contains($"others had cores of {count} of its {all} cells", cell.Figures[2].Marks)
        );
    }

    [Fact]
    public void Runs_come_in_the_order_of_time_and_what_is_none_is_named()
    {
        var history = History();
        Assert.Equal(Enumerable.Range(1, 10).Select(n => $"run-{n:00}"), history.Runs.Select(run => run.Folder));
        Assert.Equal(3, history.Skipped.Count);
        Assert.Contains(history.Skipped, s => s == "foreign: no run (no run.json)");
        Assert.Contains(history.Skipped, s => s.StartsWith("killed: ", StringComparison.Ordinal));
    }

    [Fact]
    public void A_new_level_is_found_and_what_changed_with_it_is_marked()
    {
        var cells = Cells("java/tcp-nio");
        Assert.Equal(2, cells.Count);
        Assert.All(
            cells,
            cell =>
            {
                var change = Assert.Single(cell.Figures, f => f.Change is not null);
                Assert.Equal("run-06", change.Folder);
                Assert.Equal(ComparisonVerdict.Slower, change.Change!.Verdict);
                Assert.InRange(change.Change.Ratio.Value, 0.6, 0.72);
                Assert.Equal(["server 17 -> 18"], change.Marks);
                Assert.Equal(["cores 2 -> 4"], cell.Figures[^1].Marks);
            }
        );
        Assert.DoesNotContain(Cells("cpp/tcp-epoll").SelectMany(c => c.Figures), f => f.Change is not null);
    }

    [Fact]
    public void It_says_what_few_cells_can_not_tell()
    {
        for (var number = 1; number <= 6; number++)
        {
            var run = Run(number);
            Write($"run-{number}", run with { Cells = run.Cells.Where(cell => cell.Stack == "java/tcp-nio").ToList() });
        }
        Assert.Equal(
            "nothing changed: 2 cells keep their level in 6 runs; of all cells fewer than four are measured beside one "
                + "another, so that only levels far apart are seen",
            Trend(new(null, null))
        );
    }

    [Fact]
    public void Where_nothing_changed_the_trend_is_one_line()
    {
        for (var number = 1; number <= 9; number++)
            Write($"run-{number}", Run(number % 5));
        Assert.Equal("nothing changed: 5 cells keep their level in 9 runs", Trend(new(null, null)));
        Assert.StartsWith(
            "nothing can be told yet: 5 cells of 3 runs; a level is judged by 6 runs and more on one machine",
            Trend(new(null, null, Newest: 3))
        );
    }

    private string Trend(FigureRequest asked)
    {
        var history = RunHistory.Read(_folder.Path, asked);
        return Terminal.Render(HistoryReport.Trend(history, CellHistory.Build(history, asked)), 200).Trim();
    }

    private void Write(string folder, Summary summary)
    {
        _folder.Write($"{folder}/run.json", "{}");
        _folder.Write($"{folder}/summary.json", SummaryJson.Serialize(summary));
    }

    [Fact]
    public void The_newest_runs_are_asked_for_and_the_others_counted()
    {
        var history = History(new(null, null, Newest: 3));
        Assert.Equal(["run-08", "run-09", "run-10"], history.Runs.Select(run => run.Folder));
        Assert.Equal(7, history.Older);
        Assert.All(history.Figures, figure => Assert.Contains(figure.Run, history.Runs));
        var shown = Terminal.Render(HistoryReport.Trend(history, []), 120);
        Assert.Contains("of the newest 3 of 10 runs; --newest N takes others", shown);
        Assert.Contains("nothing can be told: no cell of 3 runs has a figure that counts", shown);
    }

    [Fact]
    public void It_is_shown()
    {
        var history = History() with { Skipped = ["foreign \u001b[31m: no run (no run.json)"] };
        Check("list.txt", () => HistoryReport.List(history));
        Check("show.txt", () => HistoryReport.Show(history, Cells("java/tcp-nio")));
        Check("trend.txt", () => HistoryReport.Trend(history, Cells(null)));

        static void Check(string file, Func<ReportDocument> report) =>
            Golden.CheckInEveryCulture(file, () => Terminal.Render(report(), 120));
    }

    [Fact]
    public void Every_key_is_explained()
    {
        var (history, options) = (History(), SummaryJson.Options);
        var cells = new HistoryDocument<CellHistory>(Cells(null), history.Skipped, history.Older);
        ResultsFormatTests.AssertExplained(JsonSerializer.Serialize(cells, options));
        var runs = new HistoryDocument<PastRun>(history.Runs, history.Skipped, history.Older);
        ResultsFormatTests.AssertExplained(JsonSerializer.Serialize(runs, options));
    }
}
