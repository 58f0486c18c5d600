using Pingmark.Checks;
using Pingmark.Host;
using Pingmark.Impairment;
using Pingmark.Model;
using Pingmark.Statistics;
using Pingmark.Trials;
using Pingmark.Workers;

namespace Pingmark.Runs;

/// <summary>Finds out which cells of a suite can be measured where the sides are, verifies their networks, and fits
/// them into the budget.</summary>
/// <param name="earlier">The run that is resumed; null if it is a new one.</param>
/// <param name="noise">Predicts the noise of comparisons.</param>
internal sealed class RunPlanner(
    IWorkerStarter starter,
    IRunSides sides,
    EarlierRun? earlier,
    NoiseModel noise,
    ProgressLog progress
)
{
    /// <param name="forServers">Tells whether a stack can run where servers are.</param>
    /// <param name="surroundings">What was done to the machine for this run.</param>
    /// <param name="command">The command line that asked for the run.</param>
    /// <exception cref="PingmarkException">Nothing can be measured, or a resumed run would not be the same
    /// run.</exception>
    public async Task<PlannedRun> PlanAsync(
        Suite suite,
        Func<string, Availability> forServers,
        IReadOnlyList<Note> surroundings,
        IReadOnlyList<string> command,
        CancellationToken cancel
    )
    {
        var notes = new List<Note>(surroundings);
        var engines = new NetworkEngines();
        suite = sides.Adapt(suite, engines, notes);
        var tuning = TuningVariables.OfThisProcess;
        notes.AddRange(
            new RunConditions(CpuQuota.OfThisProcess, tuning, [.. sides.VisibleCpus(suite)], Machine.Siblings).Judge()
        );
        (suite, var abouts) = await StackClasses.AssignAsync(suite, starter, forServers, cancel);
        var (cells, missing) = Available(suite, forServers);
        sides.RequireResources(cells);
        var seed = suite.Settings.Seed ?? earlier?.Info.Seed ?? Random.Shared.Next(1, 1_000_000);
        var impairer = new Impairer(engines, seed);
        var networks = await new NetworkTrials(impairer, progress).VerifyAsync(suite.Settings, cells, cancel);
        var refused = networks.Refused(cells);
        earlier?.RequireNetworks(refused);
        var permitted = cells.ExceptBy(refused.Select(record => record.Cell), cell => cell.Id).ToList();
        var maxPairs = Math.Min(
            PairLimit.ComputeMaxPairs(
                cells,
                suite.Settings.SharesSides,
                Machine.MemoryForWorkersBytes(),
                starter.WorkerBytes
            ),
            sides.MaxPairs / cells.Max(cell => cell.Scenario.ServerWorkers)
        );
        suite = WithMaxSides(suite, maxPairs);
        // Where no cell can be measured the plan is of no use, but must exist.
        var budget = BudgetPlan.Create(suite, permitted.Count > 0 ? permitted : cells, noise);
        if (permitted.Count > 0 && earlier is null)
            BudgetFit.RequireFirstBlock(suite.Settings, budget);
        var info = new RunInfo
        {
            Suite = suite.Name,
            About = suite.About,
            Command = command,
            StartedAt = DateTimeOffset.Now,
            Seed = seed,
            Machine = sides.Machine,
            TuningVariables = tuning,
            Sites = sides.Sites,
            Cells = suite.Cells,
            Settings = suite.Settings,
            PlannedDurationNs = budget.Block.DurationNs,
            PlannedRounds = budget.Rounds,
            Published = suite.Published,
            Setting = sides.Setting,
            Networks = networks.Checks,
            Stacks = abouts,
            Sources = ServerSources.Find(suite.Cells, starter),
            Workers = starter.Binaries(cells.SelectMany(cell => new[] { cell.Stack, cell.Client })),
            Notes = [.. notes, .. RunNotes.Create(suite, budget, permitted.Count)],
        };
        IReadOnlyList<TrialRecord> notMeasured = [.. missing, .. refused];
        return new(
            suite,
            permitted,
            notMeasured,
            budget,
            new(starter, sides.Cores)
            {
                ClientCores = sides.ClientCores,
                MaxPairs = maxPairs,
                Impairer = impairer,
            },
            earlier?.Resume(info, UnavailableCells(notMeasured)) ?? info
        );
    }

    /// <returns>The cells whose sides can both run, and a record of each other one.</returns>
    private (IReadOnlyList<Cell> Cells, IReadOnlyList<TrialRecord> Missing) Available(
        Suite suite,
        Func<string, Availability> forServers
    )
    {
        var all = suite
            .Cells.Select(cell => (Cell: cell, Can: sides.ForBoth(cell.Stack, cell.Client, forServers)))
            .ToLookup(each => each.Can.IsAvailable);
        var cells = all[true].Select(each => each.Cell).Where(cell => earlier?.LackedNetwork(cell) != true).ToList();
        if (cells.Count == 0)
            throw new PingmarkException(
                "nothing that was asked for is available here:\n"
                    + string.Join('\n', all[false].Select(each => $"  {each.Cell.Stack}: {each.Can}").Distinct()),
                ExitCode.NothingAvailable
            );
        return (
            cells,
            all[false]
                .Select(each => TrialRecord.NotMeasured(each.Cell, CellStatus.Unavailable, $"{each.Can}"))
                .ToList()
        );
    }

    private static List<string> UnavailableCells(IEnumerable<TrialRecord> notMeasured) =>
        notMeasured.Where(record => record.Status == CellStatus.Unavailable).Select(record => record.Cell).ToList();

    /// <summary>The suite with the most shared processes that fit at once. The order of blocks follows from this
    /// number, so a resumed run keeps it, however much memory is free.</summary>
    private Suite WithMaxSides(Suite suite, int maxPairs) =>
        suite.Settings.SharesSides && earlier is null
            ? suite with
            {
                Settings = suite.Settings with { MostSides = (int)Math.Min(int.MaxValue, 2L * maxPairs) },
            }
            : suite;
}

/// <summary>What a run is going to measure.</summary>
/// <param name="Suite">The suite, fitted to where the sides are.</param>
/// <param name="Cells">The cells that can be measured.</param>
/// <param name="NotMeasured">A record of each cell that can't be measured.</param>
/// <param name="Workers">How workers are started.</param>
/// <param name="Info">What the run's folder keeps of the plan.</param>
internal sealed record PlannedRun(
    Suite Suite,
    IReadOnlyList<Cell> Cells,
    IReadOnlyList<TrialRecord> NotMeasured,
    BudgetPlan Budget,
    WorkerSetup Workers,
    RunInfo Info
);

/// <summary>The sources of a run's servers, where one client measures several.</summary>
internal static class ServerSources
{
    public static IReadOnlyDictionary<string, IReadOnlyList<StackSource>> Find(
        IReadOnlyList<Cell> cells,
        IWorkerStarter starter
    )
    {
        var servers = cells.Select(cell => cell.Stack).Distinct().ToList();
        return servers.Count > 1 && cells.Select(cell => cell.Client).Distinct().Count() == 1
            ? servers
                .Select(stack => (Stack: stack, Files: starter.SourcesOf(stack)))
                .Where(server => server.Files.Count > 0)
                .ToDictionary(server => server.Stack, server => server.Files)
            : new Dictionary<string, IReadOnlyList<StackSource>>();
    }
}
