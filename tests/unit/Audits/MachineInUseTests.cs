using Pingmark.Audits;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Results;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Audits;

public sealed class MachineInUseTests
{
    private static Summary Of(int crowdedTrials, bool isAccepted = false)
    {
        var trials = Trial.Rounds(
            5,
            n =>
                Trial.Of(
                    Trial.Stretch() with
                    {
                        Host = new(BusyNs: 1_000_000_000 + n * 100_000_000, SoftirqNs: 0, StealNs: 0),
                    },
                    Trial.Stretch()
                ) with
                {
                    CrowdedSlices = n <= crowdedTrials ? 2 : 0,
                    NoiseAccepted = isAccepted,
                }
        );
        return SummaryBuilder.Build(Trial.Run(Trial.Cell()), trials.ToList(), TimeSpan.FromSeconds(9), false);
    }

    private static Note? Said(Summary summary) => summary.Notes.FirstOrDefault(note => note.Id == MachineInUse.Id);

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
        Assert.Equal(
            new(
                MachineInUse.Id,
                AuditVerdict.Invalid,
                "others used 35 % to 55 % of the cores in 5 of 5 trials, and kept its threads waiting: don't use these "
                    + "figures; `top` shows who it is"
            ),
            Said(summary)
        );
        Assert.Equal(CellStatus.Invalid, Assert.Single(summary.Cells).Status);
        Assert.Equal(ExitCode.CellFailed, RunReports.ExitCodeOf(summary));
        Assert.Equal(["Others used"], ReportWords.Cautions(summary).Select(text => text[..11]));
        var report = MarkdownReport.Render(summary);
        Assert.InRange(report.IndexOf("Others used", StringComparison.Ordinal), 0, report.IndexOf("## ", 3));
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
        Assert.Empty(ReportWords.Cautions(summary));
        Assert.Equal(ExitCode.Ok, RunReports.ExitCodeOf(summary));
    }
}
