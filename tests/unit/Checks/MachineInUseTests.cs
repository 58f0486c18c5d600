using Pingmark.History;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Reports.Html;
using Pingmark.Results;
using Pingmark.Tests.Evidence;
using Pingmark.Tests.Reports;
using Xunit;

namespace Pingmark.Tests.Checks;

public sealed class MachineInUseTests
{
    private static Summary Of(int crowdedTrials, bool isAccepted = false)
    {
        var trials = Trial.Rounds(
            5,
            n =>
                Trial.Of(
                    Trial.Window() with
                    {
                        // The two sides use 400 ms of two cores' second.
                        Host = new(BusyNs: n <= crowdedTrials ? 1_000_000_000 + n * 100_000_000 : 400_000_000, 0, 0),
                    },
                    Trial.Window()
                ) with
                {
                    CrowdedSlices = n <= crowdedTrials ? 2 : 0,
                    NoiseAccepted = isAccepted,
                }
        );
        return Built(trials, Trial.Cell());
    }

    private static Summary Built(IEnumerable<TrialRecord> trials, params Cell[] cells) =>
        SummaryBuilder.Build(Trial.Run(cells), trials.ToList(), TimeSpan.FromSeconds(9), false);

    /// <summary>Of a run that must not be used no row looks as if it could be, whichever trials others left
    /// alone.</summary>
    [Fact]
    public void Every_cell_of_a_machine_in_use_is_marked()
    {
        Assert.Equal([false, false], Crowded(trialsOfFirst: 1));
        Assert.Equal([true, true], Crowded(trialsOfFirst: 4));

        static IEnumerable<bool> Crowded(int trialsOfFirst)
        {
            Cell[] cells = [Trial.Cell("x/tcp-a"), Trial.Cell("x/tcp-b")];
            var trials = cells.SelectMany(
                (cell, index) =>
                    Trial.Rounds(
                        5,
                        n =>
                            Trial.Of(Trial.Window(), Trial.Window(), cell: cell.Id, block: n) with
                            {
                                SliceRatesPerS = [10_000, 10_000, 10_000, 10_000, 10_000],
                                CrowdedSlices = index == 0 && n <= trialsOfFirst ? 5 : 0,
                                NoiseAccepted = true,
                            }
                    )
            );
            return Built(trials, cells).Cells.Select(cell => cell.Crowded);
        }
    }

    /// <summary>One of five slices: the run is none that must not be used, and its rows are not as any other.</summary>
    [Theory]
    [InlineData(1, false)]
    [InlineData(2, true)]
    public void A_cell_that_waited_for_others_in_more_than_a_third_of_its_trials_is_marked(int trials, bool isMarked)
    {
        var records = Trial
            .Rounds(5, n => Trial.Of(Trial.Window(), Trial.Window()) with { CrowdedSlices = n <= trials ? 1 : 0 })
            .Select(trial => trial with { SliceRatesPerS = [10_000, 10_000, 10_000, 10_000, 10_000] })
            .ToList();
        var summary = Built(records, Trial.Cell());
        Assert.Equal((CellStatus.Ok, isMarked), (summary.Cells[0].Status, summary.Cells[0].Crowded));
        var run = Trial.Run(Trial.Cell());
        var page = HtmlReport.Render(summary, run, ChartSources.Collect(run, records));
        Assert.Equal(isMarked, page.Contains(">crowded</span>"));
        Assert.Equal(isMarked, MarkdownReport.Render(summary).Contains("| ok, crowded |"));
        Assert.Equal(isMarked, MarkdownReport.Render(summary).Contains("crowded: others had its cores"));
        Assert.Equal(isMarked, Terminal.Render(summary, 80).Contains("crowded: others had its cores"));
        Assert.Contains(isMarked ? ",true," : ",false,", CsvReport.Render(summary, "run"));
        Assert.Equal(isMarked ? 1 : 0, PastRun.FromSummary("runs/a", summary).CrowdedCells);
    }

    private static Note? Said(Summary summary) => summary.Notes.FirstOrDefault(note => note.Id == "machine-in-use");

    [Fact]
    [Fault(
        "other processes have the cores in most of a run's slices",
        "its rows are invalid, each report begins with how much others used, and the run ends with 1",
        1,
        5
    )]
    public void Others_in_most_slices_are_the_first_thing_that_is_said()
    {
        var summary = Of(5);
        Assert.Equal(AuditVerdict.Invalid, Said(summary)!.Verdict);
        Assert.Equal(
            "others used 35 to 55 % of the cores in 5 of 5 trials: don't use these figures; `top` shows who it is",
            Said(summary)!.Text
        );
        Assert.Equal((CellStatus.Invalid, true), (Assert.Single(summary.Cells).Status, summary.Cells[0].Crowded));
        Assert.Equal(1, PastRun.FromSummary("runs/a", summary).CrowdedCells);
        Assert.Equal(ExitCode.CellFailed, RunReports.ExitCodeOf(summary));
        Assert.Equal(["Others used"], ReportSentences.Cautions(summary).Select(text => text[..11]));
        var report = MarkdownReport.Render(summary);
        Assert.InRange(report.IndexOf("Others used", StringComparison.Ordinal), 0, report.IndexOf("## ", 3));
    }

    /// <summary>Cores that others keep awake answer sooner, and no thread waits for one.</summary>
    [Fact]
    public void Others_that_keep_nobody_waiting_are_told_by_their_cpu_time() =>
        Assert.All<(long BusyMs, CellStatus Status, bool IsMarked, int ExitCode)>(
            [
                (700, CellStatus.Ok, false, ExitCode.Ok),
                (900, CellStatus.Ok, true, ExitCode.Ok),
                (1_100, CellStatus.Invalid, true, ExitCode.CellFailed),
            ],
            row =>
            {
                var window = Trial.Window() with { Host = new(row.BusyMs * 1_000_000, 0, 0) };
                var summary = Built(Trial.Rounds(2, _ => Trial.Of(window, Trial.Window())), Trial.Cell());
                var cell = Assert.Single(summary.Cells);
                Assert.Equal((row.Status, row.IsMarked), (cell.Status, cell.Crowded));
                Assert.Equal(row.ExitCode, RunReports.ExitCodeOf(summary));
                Assert.Equal(row.IsMarked, summary.Notes.Any(note => note.Id is "crowded-cells" or "machine-in-use"));
            }
        );

    /// <summary>One of three cells: in none of its trials so many slices that it is withheld, or in one of
    /// two.</summary>
    [Theory]
    [InlineData(2, 2, AuditVerdict.Warning, ExitCode.Ok)]
    [InlineData(7, 2, AuditVerdict.Invalid, ExitCode.CellFailed)]
    public void Some_crowded_cells_are_told_before_any_row(int first, int second, AuditVerdict verdict, int exitCode)
    {
        Cell[] cells = [.. new[] { "x/tcp-a", "x/tcp-b", "x/tcp-c" }.Select(stack => Trial.Cell(stack))];
        var trials = cells.SelectMany(cell =>
            Trial.Rounds(
                2,
                n =>
                    Trial.Of(Trial.Window(), Trial.Window(), cell: cell.Id) with
                    {
                        SliceRatesPerS = [.. Enumerable.Repeat(10_000.0, 10)],
                        CrowdedSlices =
                            cell != cells[1] ? 0
                            : n == 1 ? first
                            : second,
                    }
            )
        );
        var summary = Built(trials, cells);
        Assert.Equal([false, true, false], summary.Cells.Select(cell => cell.Crowded));
        Assert.All(summary.Cells, cell => Assert.Equal(CellStatus.Ok, cell.Status));
        var note = summary.Notes[0];
        Assert.Equal(("crowded-cells", verdict), (note.Id, note.Verdict));
        Assert.StartsWith("others had cores of this run while 1 of 3 cells was measured: don't use", note.Text);
        Assert.Equal(exitCode, RunReports.ExitCodeOf(summary));
        Assert.Equal(verdict == AuditVerdict.Invalid, ReportSentences.Cautions(summary).Any());
    }

    /// <summary>The trials that remain are the cell's figures.</summary>
    [Fact]
    public void Others_in_one_trial_withhold_that_one()
    {
        var summary = Of(1);
        Assert.Null(Said(summary));
        Assert.Equal(CellStatus.Ok, Assert.Single(summary.Cells).Status);
        Assert.Contains(summary.Cells[0].Audits, audit => audit.Id == "run-queue-delay");
    }

    [Fact]
    public void Noise_that_is_accepted_is_told_and_withholds_nothing()
    {
        var summary = Of(5, isAccepted: true);
        Assert.Equal(AuditVerdict.Warning, Said(summary)!.Verdict);
        Assert.Empty(ReportSentences.Cautions(summary));
        Assert.Equal(ExitCode.Ok, RunReports.ExitCodeOf(summary));
    }
}
