using Pingmark.Model;
using Pingmark.Runs;
using Pingmark.Statistics;
using Pingmark.Trials;
using Pingmark.Workers;

namespace Pingmark.Capacity;

/// <summary>Searches for the capacities of a suite's cells, from the plan to the summary, also when it is
/// interrupted.</summary>
public sealed class CapacityRun(IWorkerStarter starter, IRunSides sides, ProgressLog progress)
{
    /// <summary>What was done to the machine for this search, which is kept with it.</summary>
    public IReadOnlyList<Note> Surroundings { get; init; } = [];

    /// <summary>The command line that asked for it.</summary>
    public IReadOnlyList<string> Command { get; init; } = [];

    /// <summary>Checks, before anything is built, that a suite's budget holds its search.</summary>
    /// <exception cref="BadInputException">It is too short; the message says what it takes.</exception>
    public static void RequireBudget(Suite suite) => _ = BudgetOf(suite);

    private static CapacityBudget? BudgetOf(Suite suite) =>
        suite.Capacity is { } search
            ? CapacityBudget.For(search, suite.Cells.Count, WindowLengths.For(search).UsualNs)
            : null;

    /// <param name="suite">A suite that looks for capacities.</param>
    /// <param name="forServers">Tells whether a stack can run where servers are.</param>
    /// <param name="create">Makes the folder.</param>
    /// <exception cref="BadInputException">Nothing can be searched for: the budget is too short, or a client can't make
    /// the load.</exception>
    public async Task<SummedSearch> ExecuteAsync(
        Suite suite,
        Func<string, Availability> forServers,
        Func<CapacityPlan, CapacityFolder> create,
        CancellationToken cancel
    )
    {
        var settings = suite.Capacity!;
        var windows = WindowLengths.For(settings);
        var budget = BudgetOf(suite)!;
        var range = LoadRange.Of(settings, suite.Cells);
        var described = new DescribedStacks(starter, sides.ForClients ?? forServers, cancel);
        await OpenLoopClients.RequireAsync(suite.Cells, settings, described.OfAsync);
        var limits = await ConnectionLimit.AskAsync(suite.Cells, settings, range, described.OfServerAsync);
        var planned = await new RunPlanner(
            starter,
            sides,
            earlier: null,
            NoiseModel.FromNoise(null),
            progress
        ).PlanAsync(suite, forServers, Surroundings, Command, cancel);
        var plan = new CapacityPlan
        {
            Suite = suite.Name,
            About = suite.About,
            Command = Command,
            StartedAt = planned.Info.StartedAt,
            Seed = planned.Info.Seed,
            Machine = planned.Info.Machine,
            Settings = settings,
            Cells = planned.Info.Cells,
            PlannedGenerations = budget.Generations,
            WindowNs = windows.UsualNs,
            LeastLoad = range.Least,
            MostLoad = range.Most,
            ConnectionLimits = limits,
            Notes = planned.Info.Notes,
        };
        var folder = create(plan);
        var kept = new List<CapacityStep>();
        foreach (var missing in planned.NotMeasured)
            Keep(CellGeneration.NoWindow(missing.Cell, 0, missing.Status, missing.Reason ?? ""));
        progress.Step(CapacityProgress.Plan(plan, planned.Cells.Count));
        var interrupted = false;
        try
        {
            await new GenerationRunner(
                plan,
                [.. planned.Cells.Select(cell => new CellSearch(cell, plan))],
                planned.Workers,
                budget,
                Keep,
                progress
            ).RunAsync(cancel);
        }
        catch (OperationCanceledException) when (cancel.IsCancellationRequested)
        {
            interrupted = true;
        }
        progress.Clear();
        return new(plan, kept, CapacitySummaries.Build(plan, kept, interrupted));

        void Keep(CapacityStep step)
        {
            var own = step with { RunStartedAt = plan.StartedAt };
            folder.Append(own);
            kept.Add(own);
        }
    }
}
