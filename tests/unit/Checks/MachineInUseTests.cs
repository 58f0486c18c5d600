using Pingmark.Checks;
using Pingmark.History;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Reports.Html;
using Pingmark.Results;
using Pingmark.Tests.Evidence;
using Pingmark.Tests.Reports;
using Xunit;

namespace Pingmark.Tests.Checks;

/// <summary>A busy machine is a mark, of the run or of a cell, and withholds nothing.</summary>
public sealed class MachineInUseTests
{
    private const long Ms = 1_000_000;

    private const int Slices = 10;

    private static TrialRecord Crowded(int slices, Cell? cell = null) =>
        Trial.Of(Trial.Window(), Trial.Window(), cell: cell?.Id) with
        {
            SliceRatesPerS = [.. Enumerable.Repeat(10_000.0, Slices)],
            CrowdedSlices = slices,
        };

    private static Summary Built(IEnumerable<TrialRecord> trials, params Cell[] cells) =>
        SummaryBuilder.Build(Trial.Run(cells), trials.ToList(), TimeSpan.FromSeconds(9), false);

    /// <summary>Three cells of two rounds.</summary>
    private static (Summary Summary, IReadOnlyList<TrialRecord> Trials) Of(params int[] crowdedSlices)
    {
        Cell[] cells = [.. new[] { "x/tcp-a", "x/tcp-b", "x/tcp-c" }.Select(stack => Trial.Cell(stack))];
        var trials = cells
            .Zip(crowdedSlices, (cell, slices) => Trial.Rounds(2, _ => Crowded(slices, cell)))
            .SelectMany(ofCell => ofCell)
            .ToList();
        return (Built(trials, cells), trials);
    }

    private static Note? Said(Summary summary) => summary.Notes.FirstOrDefault(note => note.Id == "machine-in-use");

    [Fact]
    public void Others_in_most_slices_are_the_first_thing_that_is_said()
    {
        var (summary, _) = Of(10, 9, 10);
        Assert.Equal(
            "noisy machine: other processes had the cores in 96.7 % of the slices; a quiet machine may show other "
                + "differences; `top` shows who it is",
            Said(summary)!.Text
        );
        Assert.Equal(AuditVerdict.Warning, Said(summary)!.Verdict);
        Assert.All(summary.Cells, cell => Assert.Equal((CellStatus.Ok, true), (cell.Status, cell.Crowded)));
        Assert.Equal(3, PastRun.FromSummary("runs/a", summary).CrowdedCells);
        Assert.Equal(ExitCode.Ok, RunReports.ExitCodeOf(summary));
        Assert.Equal(ExitCode.CellFailed, RunReports.ExitCodeOf(summary, isStrict: true));
        Assert.Equal(["Noisy machine"], ReportSentences.Cautions(summary).Select(text => text[..13]));
        var report = MarkdownReport.Render(summary);
        Assert.InRange(report.IndexOf("Noisy machine", StringComparison.Ordinal), 0, report.IndexOf("## ", 3));
    }

    /// <summary>Whichever cells others left alone: of a machine that is in use nobody knows when it is not.</summary>
    [Fact]
    public void What_is_said_of_the_run_is_said_of_no_cell()
    {
        var (summary, _) = Of(10, 10, 0);
        Assert.NotNull(Said(summary));
        Assert.All(summary.Cells, cell => Assert.True(cell.Crowded));
        Assert.All(summary.Cells, cell => Assert.DoesNotContain(cell.Audits, audit => audit.Id == "noisy"));
        Assert.All(summary.Cells, cell => Assert.Empty(ReportSentences.Marks(cell)));
    }

    [Theory]
    [InlineData(5, false)]
    [InlineData(6, true)]
    public void A_cell_alone_is_marked_where_others_had_its_cores_in_more_than_half_of_its_slices(
        int slices,
        bool isMarked
    )
    {
        var (summary, trials) = Of(0, slices, 0);
        Assert.Equal([false, isMarked, false], summary.Cells.Select(cell => cell.Crowded));
        Assert.All(summary.Cells, cell => Assert.Equal(CellStatus.Ok, cell.Status));
        Assert.Equal(AuditVerdict.Note, Said(summary)!.Verdict);
        Assert.Empty(ReportSentences.Cautions(summary));
        Assert.Equal(
            isMarked ? ExitCode.CellFailed : ExitCode.Ok,
            RunReports.ExitCodeOf(summary with { Notes = [] }, isStrict: true)
        );
        var run = Trial.Run([.. summary.Cells.Select(cell => Trial.Cell(cell.Stack))]);
        var page = HtmlReport.Render(summary, run, ChartSources.Collect(run, trials));
        Assert.Equal(isMarked, page.Contains(">noisy</span>"));
        Assert.Equal(isMarked, MarkdownReport.Render(summary).Contains("| ok, noisy |"));
        Assert.Equal(isMarked, Terminal.Render(summary, 80).Contains("noisy: other processes had its cores"));
        Assert.Equal(isMarked, CsvReport.Render(summary, "run").Contains(",true,"));
        Assert.Equal(isMarked ? 1 : 0, PastRun.FromSummary("runs/a", summary).CrowdedCells);
    }

    [Fact]
    public void Of_a_machine_of_its_own_nothing_is_said() => Assert.Null(Said(Of(0, 0, 0).Summary));

    /// <summary>Cores that others keep awake answer sooner, and no thread waits for one. The sides use 400 ms of two
    /// cores' second.</summary>
    [Theory]
    [InlineData(900, 0, false)]
    [InlineData(1_100, 0, true)]
    [InlineData(400, 100, false)]
    [InlineData(400, 200, true)]
    public void Others_that_keep_nobody_waiting_are_told_by_the_time_that_they_had(
        long busyMs,
        long stolenMs,
        bool isNoisy
    )
    {
        var window = Trial.Window() with { Host = new(busyMs * Ms, 0, stolenMs * Ms) };
        Assert.Equal(isNoisy, Disturbance.In([Trial.Of(window, Trial.Window())]).IsNoisy);
        Assert.Equal(isNoisy, Disturbance.In([Trial.Of(window)]).IsNoisy);
    }

    /// <summary>Others that use 1.6 s of a second can't have had less than 0.6 s of two cores of three, and may have
    /// had none of two of sixteen.</summary>
    [Theory]
    [InlineData(2, true)]
    [InlineData(3, false)]
    [InlineData(16, false)]
    public void Others_may_have_had_the_cores_that_a_trial_has_not(int cores, bool isNoisy)
    {
        var window = Trial.Window() with { Host = new(2_000 * Ms, 0, 0) { Cores = cores } };
        Assert.Equal(isNoisy, Disturbance.In([Trial.Of(window)]).IsNoisy);
    }

    /// <summary>Soft interrupts are nobody's where threads don't have them, clients wait for what is lost, and the
    /// controller works, too.</summary>
    [Fact]
    public void What_others_had_is_a_share_of_the_time_without_the_run_s_own()
    {
        Assert.True(IsNoisy(new(2_000 * Ms, 0, 0)));
        Assert.True(IsNoisy(new(2_000 * Ms, 1_600 * Ms, 0) { SoftirqInThreads = true }));
        Assert.False(IsNoisy(new(2_000 * Ms, 1_600 * Ms, 0) { SoftirqInThreads = false }));
        Assert.False(IsNoisy(new(2_000 * Ms, 0, 0), accountedMs: 40_000));
        Assert.False(IsNoisy(new(2_000 * Ms, 0, 0), controllerMs: 1_000));

        static bool IsNoisy(HostCpu host, long accountedMs = 0, long controllerMs = 0) =>
            Disturbance
                .In([
                    Trial.Of(
                        Trial.Window() with
                        {
                            Host = host,
                            AccountedNs = accountedMs * Ms,
                            ControllerCpuNs = controllerMs * Ms,
                        }
                    ),
                ])
                .IsNoisy;
    }

    /// <summary>Where nothing was sliced, the continuous window tells it: of 1 s a thread waited for so long. On shared
    /// cores that may be for the other side, and otherwise for its own threads or the controller.</summary>
    [Fact]
    public void A_thread_that_waits_for_somebody_else_disturbs_a_window()
    {
        Assert.False(IsNoisy(Waiting(50)));
        Assert.True(IsNoisy(Waiting(300)));
        Assert.False(IsNoisy(Waiting(300, otherThreadsMs: 250)));
        Assert.False(IsNoisy(Waiting(300, controllerMs: 250)));
        Assert.False(IsNoisy(Waiting(250) with { ClientCpus = "0" }));
        Assert.True(IsNoisy(Trial.Of(Trial.Window() with { RepeatedWindows = 1 })));

        static bool IsNoisy(TrialRecord trial) => Disturbance.In([trial]).IsNoisy;

        static TrialRecord Waiting(long delayMs, long otherThreadsMs = 0, long controllerMs = 0)
        {
            var client = Trial.Used(10_000) with { BusiestThreadCpuNs = 200 * Ms, BusiestThreadRunQueueDelayNs = 0 };
            var server = client with
            {
                CpuUserNs = (200 + otherThreadsMs) * Ms,
                BusiestThreadRunQueueDelayNs = delayMs * Ms,
            };
            return Trial.Of(
                Trial.Window() with
                {
                    Server = server,
                    Client = client,
                    ControllerCpuNs = controllerMs * Ms,
                }
            );
        }
    }
}
