using Pingmark.Capacity;
using Pingmark.Model;
using Pingmark.Schema;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Capacity;

/// <summary>What follows from a plan and steps, the steps being those of a queue that crosses its limit where it is
/// told to.</summary>
public class CapacitySummariesTests
{
    private static readonly double[] Loads = [0.1, 0.5, 0.7, 0.9, 0.96, 1.04, 1.1];

    private static readonly CapacityPlan Plan = Plans.Of(Cell("a"), Cell("b"));

    private static Cell Cell(string stack) => Trial.Cell(stack, new() { Connections = 16 });

    /// <summary>The p99 is 1 ms at the capacity, and rises with the fifth power of the load; of what is later than 1 ms
    /// there is more with the twentieth.</summary>
    private static IEnumerable<CapacityStep> Steps(string stack, double capacity, int generations = 5) =>
        from generation in Enumerable.Range(1, generations)
        from load in Loads.Index()
        let own = capacity * (1 + 0.004 * (generation - 3))
        let offered = load.Item * capacity
        let all = 100 * (long)offered
        let late = (long)Math.Ceiling(0.01 * all * Math.Pow(offered / own, 20))
        let rttNs = 1e6 * Math.Pow(offered / own, 5)
        let window = Windows.Of(all, (long)Math.Min(0.98e6, rttNs), late, (long)Math.Max(1.02e6, rttNs))
        select new CapacityStep
        {
            Cell = $"{stack} c16",
            Generation = generation,
            Number = load.Index + 1,
            StartedAtS = generation * 10 + load.Index,
            Offered = offered,
            OfferedPerS = offered,
            Objectives = new WindowJudge(Plan.Settings).Values(window),
            Window = window,
            ServerCpus = "0",
            ClientCpus = "1-3",
        };

    private static CapacitySummary Built(params IEnumerable<CapacityStep>[] steps) =>
        CapacitySummaries.Build(Plan, [.. steps.SelectMany(some => some)], interrupted: false);

    [Fact]
    public void Capacities_and_their_ratio_have_intervals()
    {
        var summary = Built(Steps("a", 10_000), Steps("b", 12_000));
        Assert.All(summary.Cells, cell => Assert.Equal(CapacityOutcome.Found, cell.Outcome));
        Assert.InRange(summary.Cells[0].Capacity!.Value, 9_900, 10_100);
        Assert.InRange(summary.Cells[0].Capacity!.CiHigh!.Value / summary.Cells[0].Capacity!.Value, 1.001, 1.03);
        var ratio = Assert.Single(summary.Comparisons);
        Assert.Equal(("b c16", "a c16", ComparisonVerdict.Faster), (ratio.A, ratio.B, ratio.Verdict));
        Assert.InRange(ratio.Ratio.Value, 1.19, 1.21);
        // Both had the same good and bad generations.
        Assert.InRange(ratio.Ratio.CiHigh!.Value / ratio.Ratio.Value, 1, 1.005);
        Assert.Equal(ExitCode.Ok, CapacitySummaries.ExitCodeOf(summary));
    }

    [Fact]
    public void The_curve_rises_to_the_limit_and_is_read_below_it()
    {
        var cell = Built(Steps("a", 10_000)).Cells[0];
        Assert.Equal(Loads.Length, cell.Curve.Count);
        Assert.Equal(cell.Curve.Select(point => point.Offered).Order(), cell.Curve.Select(point => point.Offered));
        Assert.All(cell.Curve, point => Assert.Equal(5, point.Windows));
        Assert.Equal([0.5, 0.7, 0.9], cell.At.Select(at => at.OfCapacity!.Value));
        Assert.InRange(cell.At[2].P99Ns!.Value, 0.5e6, 0.7e6);
        Assert.InRange(cell.At[0].ServerCpuCores!.Value, 0.39, 0.41);
        Assert.Equal("p99<1ms", cell.LimitedBy);
        Assert.Equal((1, cell.Capacity!.Value), (cell.ServerCores, cell.PerCore!.Value));
        Assert.InRange(cell.HighestMet!.Value, 9_500, 9_700);
        Assert.InRange(cell.LowestMissed!.Value, 10_300, 10_500);
    }

    /// <summary>A point that is missed by a pause of the machine must not decide it, nor a curve that falls as much as
    /// it rises.</summary>
    [Fact]
    public void The_knee_is_where_a_flat_curve_begins_to_rise_at_points_that_agree()
    {
        static double? Knee(params int[] us)
        {
            var steps = us.Index().Select(at => One(1_000 * (at.Index + 1), Windows.Of(10_000, 1_000L * at.Item)));
            return CapacityCurve.Knee(CapacityCurve.Points([.. steps], CapacityKind.Rate, capacity: null));
        }
        Assert.InRange(Knee(100, 100, 110, 120, 400, 2_000)!.Value, 3_999, 4_001);
        Assert.Null(Knee(100, 100, 110, 120));
        Assert.Null(Knee(100, 900, 110, 120, 400, 2_000));
        Assert.Null(Knee(300, 100, 350, 120, 400, 500));
        Assert.Null(Knee(100, 100, 100, 100, 100, 2_000));
    }

    /// <summary>A pause of the machine misses at any load.</summary>
    [Fact]
    public void A_machine_that_decides_windows_is_warned_of()
    {
        Assert.Empty(Built(Steps("a", 10_000)).Notes);
        var spoilt = Steps("a", 10_000)
            .Select(step =>
                step.Number is 1 or 2 && step.Generation < 4
                    ? step with
                    {
                        Window = Windows.Of(10_000, 1_500_000),
                        Objectives = [new("p99<1ms", 1_500_000, false)],
                    }
                    : step
            );
        var note = Assert.Single(Built(spoilt).Notes);
        Assert.Equal(("search-noise", AuditVerdict.Warning), (note.Id, note.Verdict));
        Assert.StartsWith("a c16: 6 of 15 windows far from the capacity", note.Text);
    }

    [Fact]
    public void Of_several_windows_of_a_load_only_the_one_that_counts_does()
    {
        var replaced = Steps("a", 5_000).Select(step => step with { IsReplaced = true });
        var summary = Built(Steps("a", 10_000), replaced);
        Assert.InRange(summary.Cells[0].Capacity!.Value, 9_900, 10_100);
        Assert.Equal(5 * Loads.Length, summary.Cells[0].Windows);
    }

    /// <summary>Whether they met the objective or not: others decided it.</summary>
    [Fact]
    public void Windows_in_which_others_had_the_cores_are_left_out_and_told()
    {
        var crowded = Steps("a", 5_000).Select(step => step with { OthersShare = 0.11 });
        var summary = Built(Steps("a", 10_000), crowded);
        Assert.InRange(summary.Cells[0].Capacity!.Value, 9_900, 10_100);
        var note = Assert.Single(summary.Notes);
        Assert.Equal(("search-crowded", AuditVerdict.Warning), (note.Id, note.Verdict));
        Assert.StartsWith(
            $"a c16: {5 * Loads.Length} of {10 * Loads.Length} windows are left out, for other processes had a side's "
                + "core for more than 10 % of the time",
            note.Text
        );
        Assert.Equal(CapacityOutcome.TooFewGenerations, Built(crowded).Cells[0].Outcome);

        // Who said that the machine is busy wants them all the same.
        var accepted = Built(crowded.Select(step => step with { NoiseAccepted = true })).Cells[0];
        Assert.Equal(CapacityOutcome.Found, accepted.Outcome);
    }

    /// <summary>The counter of the quota tells that it was not others.</summary>
    [Fact]
    public void Windows_that_waited_for_a_quota_blame_nobody_else()
    {
        var quota =
            $"the CPU quota of a control group stopped the processes in {9 * 5 * Loads.Length} of "
            + $"{10 * 5 * Loads.Length} periods; raise it (cpu.max, `--cpus`)";
        var window = Windows.Of(10_000, 1_500_000) with { Host = new(0, 0, 0) { Throttling = new(10, 9) } };
        var throttled = Steps("a", 5_000).Select(step => step with { OthersShare = 0.11, Window = window });
        var summary = Built(throttled);
        var note = Assert.Single(summary.Notes);
        Assert.Equal(("search-throttled", AuditVerdict.Warning), (note.Id, note.Verdict));
        Assert.EndsWith($"windows are left out: {quota}", note.Text);
        Assert.EndsWith($"; {quota}.", summary.Cells[0].Reason);
    }

    [Fact]
    public void An_interrupted_search_has_what_it_found_so_far()
    {
        var summary = CapacitySummaries.Build(Plan, [.. Steps("a", 10_000, generations: 2)], interrupted: true);
        Assert.Equal(CapacityOutcome.TooFewGenerations, summary.Cells[0].Outcome);
        Assert.InRange(summary.Cells[0].Capacity!.Value, 9_800, 10_200);
        Assert.Null(summary.Cells[0].Capacity!.CiLow);
        Assert.StartsWith("2 generations of fresh processes could be measured", summary.Cells[0].Reason);
        Assert.Empty(summary.Comparisons);
        Assert.Equal(ExitCode.Interrupted, CapacitySummaries.ExitCodeOf(summary));
    }

    [Fact]
    public void Each_outcome_has_its_words_and_its_exit_code()
    {
        Is(
            CapacityOutcome.IdleMisses,
            ExitCode.IdleMisses,
            "already the least load that can be judged, 200 /s, misses p99<1ms (5 ms).",
            One(200, Windows.Of(10_000, 5_000_000))
        );
        Is(
            CapacityOutcome.NoLoadMisses,
            ExitCode.Ok,
            "the largest load that can be offered, 10 M/s, meets p99<1ms.",
            One(10_000_000, Windows.Of(10_000, 100_000))
        );
        Is(
            CapacityOutcome.BeyondClient,
            ExitCode.Ok,
            "beyond 1 k/s, which meets p99<1ms, the client is at its limit (it sent late).",
            One(1_000, Windows.Of(10_000, 100_000)),
            One(2_000, Windows.Of(10_000, 5_000_000)) with
            {
                ClientBound = "it sent late",
            }
        );
        Is(
            CapacityOutcome.BeyondClient,
            ExitCode.BeyondClient,
            "the client is at its limit (it sent late).",
            One(2_000, Windows.Of(10_000, 5_000_000)) with
            {
                ClientBound = "it sent late",
            }
        );
        Is(
            CapacityOutcome.Failed,
            ExitCode.CellFailed,
            "it crashed",
            One(200, Windows.Of(10_000, 5_000_000)),
            new()
            {
                Cell = "a c16",
                Generation = 2,
                Number = 0,
                Status = CellStatus.Failed,
                Reason = "it crashed",
            }
        );
    }

    private static void Is(CapacityOutcome outcome, int exitCode, string reason, params CapacityStep[] steps)
    {
        var summary = CapacitySummaries.Build(Plan with { Cells = [Cell("a")] }, steps, interrupted: false);
        Assert.Equal((outcome, reason), (summary.Cells[0].Outcome, summary.Cells[0].Reason));
        Assert.Equal(exitCode, CapacitySummaries.ExitCodeOf(summary));
        Assert.NotEqual(ExitCode.Ok, CapacitySummaries.ExitCodeOf(summary, isStrict: true));
    }

    private static CapacityStep One(double offered, CountedWindow window) =>
        new()
        {
            Cell = "a c16",
            Generation = 1,
            Number = 1,
            Offered = offered,
            OfferedPerS = offered,
            Objectives = new WindowJudge(Plan.Settings).Values(window),
            Window = window,
        };
}
