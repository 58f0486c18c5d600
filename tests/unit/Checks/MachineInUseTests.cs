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
        return SummaryBuilder.Build(Trial.Run(Trial.Cell()), trials.ToList(), TimeSpan.FromSeconds(9), false);
    }

    /// <summary>Of a run that must not be used no row looks as if it could be, whichever trials others left
    /// alone.</summary>
    [Theory]
    [InlineData(1, false)]
    [InlineData(4, true)]
    public void Every_cell_of_a_machine_in_use_is_marked(int crowdedTrials, bool isMarked)
    {
        Cell[] cells = [Trial.Cell("x/tcp-a"), Trial.Cell("x/tcp-b")];
        var trials = cells
            .SelectMany(
                (cell, index) =>
                    Trial.Rounds(
                        5,
                        n =>
                            Trial.Of(Trial.Window(), Trial.Window(), cell: cell.Id, block: n) with
                            {
                                SliceRatesPerS = [10_000, 10_000, 10_000, 10_000, 10_000],
                                CrowdedSlices = index == 0 && n <= crowdedTrials ? 5 : 0,
                                NoiseAccepted = true,
                            }
                    )
            )
            .ToList();
        var summary = SummaryBuilder.Build(Trial.Run(cells), trials, TimeSpan.FromSeconds(9), false);
        Assert.Equal([isMarked, isMarked], summary.Cells.Select(cell => cell.Crowded));
    }

    /// <summary>As many trials in which its threads waited for a share of the slices that withholds nothing.</summary>
    private static (RunInfo Run, List<TrialRecord> Trials) Felt(int trials)
    {
        var records = Trial
            .Rounds(5, n => Trial.Of(Trial.Window(), Trial.Window()) with { CrowdedSlices = n <= trials ? 1 : 0 })
            .Select(trial => trial with { SliceRatesPerS = [10_000, 10_000, 10_000, 10_000, 10_000] })
            .ToList();
        return (Trial.Run(Trial.Cell()), records);
    }

    /// <summary>One of five slices: the run is none that must not be used, and its rows are not as any other.</summary>
    [Theory]
    [InlineData(0, false)]
    [InlineData(1, false)]
    [InlineData(2, true)]
    [InlineData(5, true)]
    public void A_cell_that_waited_for_others_in_more_than_a_third_of_its_trials_is_marked(int trials, bool isMarked)
    {
        var (run, records) = Felt(trials);
        var summary = SummaryBuilder.Build(run, records, TimeSpan.FromSeconds(9), false);
        Assert.Equal((CellStatus.Ok, isMarked), (summary.Cells[0].Status, summary.Cells[0].Crowded));
        Assert.Equal(isMarked, MarkdownReport.Render(summary).Contains("| ok, crowded |"));
        Assert.Equal(isMarked, MarkdownReport.Render(summary).Contains("crowded: other programs used its cores"));
        Assert.Equal(isMarked, Terminal.Render(summary, 80).Contains("crowded: other programs used its cores"));
        Assert.Equal(
            isMarked,
            HtmlReport.Render(summary, run, ChartSources.Collect(run, records)).Contains(">crowded</span>")
        );
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
    [Theory]
    [InlineData(700, CellStatus.Ok, false, ExitCode.Ok)]
    [InlineData(900, CellStatus.Ok, true, ExitCode.Ok)]
    [InlineData(1_100, CellStatus.Invalid, true, ExitCode.CellFailed)]
    public void Others_that_keep_nobody_waiting_are_told_by_their_cpu_time(
        long busyMs,
        CellStatus status,
        bool isMarked,
        int exitCode
    )
    {
        var trials = Trial.Rounds(
            2,
            _ => Trial.Of(Trial.Window() with { Host = new(busyMs * 1_000_000, 0, 0) }, Trial.Window())
        );
        var summary = SummaryBuilder.Build(Trial.Run(Trial.Cell()), trials.ToList(), TimeSpan.FromSeconds(9), false);
        Assert.Equal((status, isMarked), (Assert.Single(summary.Cells).Status, summary.Cells[0].Crowded));
        Assert.Equal(exitCode, RunReports.ExitCodeOf(summary));
        Assert.Equal(isMarked, summary.Notes.Any(note => note.Id is "crowded-cells" or "machine-in-use"));
    }

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
        var summary = SummaryBuilder.Build(Trial.Run(cells), trials.ToList(), TimeSpan.FromSeconds(9), false);
        Assert.Equal([false, true, false], summary.Cells.Select(cell => cell.Crowded));
        Assert.All(summary.Cells, cell => Assert.Equal(CellStatus.Ok, cell.Status));
        var note = summary.Notes[0];
        Assert.Equal(("crowded-cells", verdict), (note.Id, note.Verdict));
        Assert.StartsWith(
            "others had cores of this run while 1 of 3 cells was measured: use only the ratios",
            note.Text
        );
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
