using Pingmark.Model;
using Pingmark.Runs;
using Pingmark.Statistics;
using Pingmark.Trials;
using Pingmark.Workers;

namespace Pingmark.Capacity;

/// <summary>Searches for the capacities of a suite's cells, and sums them up.</summary>
public sealed class CapacityRun(IWorkerStarter starter, IRunSides sides, ProgressLog progress)
{
    public IReadOnlyList<Note> Surroundings { get; init; } = [];
    public IReadOnlyList<string> Command { get; init; } = [];

    /// <summary>Checks, before anything is built, that a suite's budget holds its search.</summary>
    /// <exception cref="BadInputException">It is too short; the message says what it takes.</exception>
    public static void RequireBudget(Suite suite) => _ = BudgetOf(suite);

    private static CapacityBudget? BudgetOf(Suite suite) =>
        suite.Capacity is { } search
            ? CapacityBudget.For(search, suite.Cells.Count, WindowLengths.For(search).UsualNs)
            : null;

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
        await OpenLoopClients.RequireAsync(suite.Cells, settings, starter, sides.ForClients ?? forServers, cancel);
        var planned = await new RunPlanner(
            starter,
            sides,
            earlier: null,
            NoiseModel.FromNoise(null),
            progress
        ).PlanAsync(suite, forServers, Surroundings, Command, cancel);
        var range = LoadRange.For(settings, suite.Cells);
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

internal static class OpenLoopClients
{
    /// <exception cref="BadInputException">A client can't make the load; the message says which one can.</exception>
    public static async Task RequireAsync(
        IReadOnlyList<Cell> cells,
        CapacitySettings settings,
        IWorkerStarter starter,
        Func<string, Availability> availability,
        CancellationToken cancel
    )
    {
        var problems = new List<string>();
        foreach (var cell in cells.DistinctBy(cell => cell.Client).Where(cell => availability(cell.Client).IsAvailable))
        {
            var scenario = new OfferedLoad(settings, cell.Scenario).CreateScenario(1);
            var client = await StackDescription.AskAsync(starter, cell.Client, cancel);
            if (!client.Loads.Contains(scenario.LoadName))
                problems.Add(
                    $"the client of {cell.Client} can't {scenario.Load.Ability} (its loads: "
                        + $"{string.Join(", ", client.Loads)}): {scenario.Load.Alternative}"
                );
        }
        if (problems.Count > 0)
            throw new BadInputException(string.Join('\n', problems));
    }
}
