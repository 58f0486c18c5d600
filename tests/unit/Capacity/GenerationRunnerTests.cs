using System.Text.Json.Nodes;
using Pingmark.Capacity;
using Pingmark.Model;
using Pingmark.Schema;
using Pingmark.Tests.Evidence;
using Pingmark.Tests.Trials;
using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Capacity;

/// <summary>Whole searches of machines on which nothing takes time, and whose round trips follow from the
/// rate.</summary>
public class GenerationRunnerTests
{
    private static readonly Scenario Sixteen = new()
    {
        Connections = 16,
        InFlight = 64,
        Arrivals = Arrivals.Poisson,
    };

    private static CapacityPlan Plan(IReadOnlyList<Cell> cells, CapacityKind kind, int? rateEachPerS = null)
    {
        var settings = new CapacitySettings(kind, [Objectives.Read("p99<1ms", "slo")], 1_000_000_000, rateEachPerS);
        var range = LoadRange.For(settings, cells, mostDescriptors: 5_000);
        return Plans.Of(cells) with
        {
            Seed = 3,
            Machine = Trial.Machine,
            Settings = settings,
            LeastLoad = range.Least,
            MostLoad = range.Most,
        };
    }

    private static async Task<(CapacitySummary Summary, IReadOnlyList<CapacityStep> Steps)> SearchAsync(
        FakeMachine machine,
        CapacityKind kind = CapacityKind.Rate,
        int? rateEachPerS = null
    )
    {
        var plan = Plan(machine.Cells, kind, rateEachPerS);
        var steps = new List<CapacityStep>();
        var nowNs = 0L;
        await new GenerationRunner(
            plan,
            [.. machine.Cells.Select(cell => new CellSearch(cell, plan))],
            new(machine, [0, 1]),
            new CapacityBudget(3_000_000_000, 5),
            steps.Add,
            FakeMachine.Silent,
            // Who asks for the time uses it up.
            () => nowNs += 10_000_000
        ).RunAsync(CancellationToken.None);
        Assert.Empty(machine.StillRunning);
        return (CapacitySummaries.Build(plan, steps, interrupted: false), steps);
    }

    /// <summary>Stacks whose round trips reach 1 ms at these rates, and rise with the fourth power.</summary>
    private static FakeMachine Machine(Scenario scenario, params (string Stack, double Capacity)[] stacks)
    {
        var machine = FakeMachine.With([.. stacks.Select(stack => stack.Stack)]).Where(scenario);
        foreach (var (stack, capacity) in stacks)
            machine[stack].SendsAtRates().Answers(_ => (long)(1e6 * Math.Pow(RateOf(machine) / capacity, 4)));
        return machine;
    }

    /// <summary>The rate of the run that is being answered.</summary>
    private static double RateOf(FakeMachine machine) => (int?)machine.Runs[^1]["rate_per_s"] ?? 1;

    [Trait("Gate", "no")]
    [Fact]
    public async Task It_finds_the_rates_at_which_round_trips_reach_the_limit()
    {
        var (summary, steps) = await SearchAsync(Machine(Sixteen, ("a", 30_000), ("b", 45_000)));
        Assert.All(summary.Cells, cell => Assert.Equal(CapacityOutcome.Found, cell.Outcome));
        Assert.InRange(summary.Cells[0].Capacity!.Value, 29_500, 30_500);
        Assert.InRange(Assert.Single(summary.Comparisons).Ratio.Value, 1.48, 1.52);
        Assert.Equal([1, 2, 3, 4, 5], steps.Select(step => step.Generation).Distinct().Order().Take(5));
        Assert.Contains(steps, step => step.IsCutShort);
    }

    /// <summary>Cells take turns, so that a machine that drifts is the same for both.</summary>
    [Trait("Gate", "no")]
    [Fact]
    public async Task Cells_take_turns_window_by_window()
    {
        var (_, steps) = await SearchAsync(Machine(Sixteen, ("a", 30_000), ("b", 45_000)));
        foreach (var generation in steps.GroupBy(step => step.Generation))
        {
            var turns = generation.GroupBy(step => step.Number).Select(turn => turn.Count()).ToList();
            Assert.All(turns.SkipLast(1), cells => Assert.Equal(2, cells));
        }
    }

    [Fact]
    public async Task Each_generation_has_fresh_processes_and_arrivals_of_its_own()
    {
        var machine = Machine(Sixteen, ("a", 30_000));
        var (_, steps) = await SearchAsync(machine);
        var generations = steps.Select(step => step.Generation).Distinct().Count();
        Assert.Equal(2 * generations, machine.Starts.Count);
        var seeds = machine.Runs.Where(run => run["rate_per_s"] is not null).Select(run => (int)run["seed"]!);
        Assert.True(seeds.Distinct().Count() >= steps.Count);
    }

    [Trait("Gate", "no")]
    [Fact]
    public async Task Connections_are_raised_with_the_rate_of_each()
    {
        var machine = Machine(new() { InFlight = 64, Arrivals = Arrivals.Poisson }, ("a", 20_000));
        var (summary, steps) = await SearchAsync(machine, CapacityKind.Connections, rateEachPerS: 50);
        Assert.InRange(summary.Cells[0].Capacity!.Value, 390, 410);
        Assert.All(steps, step => Assert.Equal(50 * step.Offered, step.OfferedPerS));
        Assert.All(steps, step => Assert.Equal(Math.Round(step.Offered), step.Offered));
    }

    [Fact]
    public async Task A_cell_that_fails_leaves_and_says_why_and_the_others_go_on()
    {
        var machine = Machine(Sixteen, ("a", 30_000), ("b", 45_000));
        machine["b"].ServerFails("listen", "no port");
        var (summary, _) = await SearchAsync(machine);
        Assert.Equal(CapacityOutcome.Found, summary.Cells[0].Outcome);
        Assert.Equal(CapacityOutcome.Failed, summary.Cells[1].Outcome);
        Assert.Contains("no port", summary.Cells[1].Reason);
        Assert.Equal(ExitCode.CellFailed, CapacitySummaries.ExitCodeOf(summary));
    }

    [Fact]
    public async Task An_objective_that_every_load_misses_ends_after_two_generations()
    {
        var machine = FakeMachine.With("a").Where(Sixteen);
        machine["a"].SendsAtRates().Answers(_ => 5_000_000);
        var (summary, steps) = await SearchAsync(machine);
        Assert.Equal(CapacityOutcome.IdleMisses, summary.Cells[0].Outcome);
        Assert.Equal(2, steps.Max(step => step.Generation));
    }

    private static void LeavesLate(JsonObject reply)
    {
        if (reply["histogram"] is not JsonArray { Count: 2 } times || reply["send_lateness_histogram"] is null)
            return;
        reply["send_lateness_histogram"] = times.DeepClone();
        reply["uncorrected_histogram"] = new JsonArray(
            Math.Min(Histogram.IndexOf(20_000), (int)times[0]!),
            times[1]!.DeepClone()
        );
    }

    /// <summary>Messages leave late, as the client of the fake does with a tenth of the round trip, but it could be all
    /// of it.</summary>
    [Fact]
    public async Task A_client_that_sends_late_is_beyond_its_limit()
    {
        var machine = Machine(Sixteen, ("a", 30_000));
        foreach (var kind in new[] { "slice", "rehearsal" })
            machine["a"].ClientAnswers(kind, LeavesLate);
        var (summary, steps) = await SearchAsync(machine);
        Assert.Contains(steps, step => step.ClientBound is not null);
        Assert.NotEqual(CapacityOutcome.Found, summary.Cells[0].Outcome);
    }
}
