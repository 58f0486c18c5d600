using Pingmark.Checks;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Results;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Checks;

/// <summary>A side that waits for a quota is told from one that waits for other processes.</summary>
public sealed class ThrottledTests
{
    private const long Ms = 1_000_000;

    private const string Quota =
        "the CPU quota of a control group stopped the processes in 9 of 10 periods; raise it (cpu.max, `--cpus`)";

    /// <summary>A server's thread waited for 300 ms of a second.</summary>
    private static TrialRecord Waiting(Throttling? throttling, string? cell = null)
    {
        var client = Trial.Used(10_000) with { BusiestThreadCpuNs = 200 * Ms, BusiestThreadRunQueueDelayNs = 0 };
        return Trial.Of(
            Trial.Window() with
            {
                Server = client with { BusiestThreadRunQueueDelayNs = 300 * Ms },
                Client = client,
                Host = Trial.Window().Host! with { Throttling = throttling },
            },
            cell: cell
        );
    }

    private static Note Told(Throttling? throttling) =>
        Assert.Single(
            SummaryBuilder.SummarizeCell(Trial.Evidence(Waiting(throttling))).Audits,
            audit => audit.Id is "noisy" or "throttled"
        );

    [Fact]
    public void A_cell_s_warning_names_the_quota_where_it_stopped_the_cell()
    {
        Assert.Equal($"throttled: {Quota}", Told(new(10, 9)).Text);
        Assert.Equal(AuditVerdict.Warning, Told(new(10, 9)).Verdict);
        foreach (var unfelt in new[] { null, new Throttling(0, 0), new Throttling(10, 1) })
            Assert.StartsWith("noisy: other processes had its cores", Told(unfelt).Text);
    }

    [Fact]
    public void Of_a_run_it_is_said_once_and_first()
    {
        var cells = new[] { Trial.Cell("x/tcp-a"), Trial.Cell("x/tcp-b") };
        var trials = cells.Select(cell => Waiting(new(10, 9), cell.Id)).ToList();
        var summary = SummaryBuilder.Build(Trial.Run(cells), trials, TimeSpan.FromSeconds(9), false);
        Assert.StartsWith(
            "Throttled: the CPU quota of a control group stopped the processes in 18 of 20 periods",
            Assert.Single(ReportSentences.Cautions(summary))
        );
        Assert.DoesNotContain(summary.Notes, note => note.Id == "machine-in-use");
        Assert.All(summary.Cells, cell => Assert.Empty(ReportSentences.Marks(cell)));
    }

    [Fact]
    public void Windows_add_up_and_readings_are_subtracted()
    {
        var (earlier, later) = (With(new(100, 20)), With(new(148, 67)));
        Assert.Equal(new(48, 47), (later - earlier).Throttling);
        Assert.Equal(new(248, 87), earlier.Append(later).Throttling);
        Assert.Equal(new(148, 67), (With(null) + later).Throttling);
        Assert.Null((later - With(null)).Throttling);

        static HostCpu With(Throttling? throttling) => new(0, 0, 0) { Throttling = throttling };
    }

    [Fact]
    public void A_recorded_count_below_zero_is_refused() =>
        Assert.Contains("negative count", TrialValidation.Problem(Waiting(new(-1, 0))));
}
