using System.Diagnostics;
using System.Globalization;
using Pingmark.Checks;
using Pingmark.Evidence;
using Pingmark.Host;
using Pingmark.Impairment;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Results;
using Pingmark.Statistics;
using Pingmark.Trials;
using Pingmark.Wording;
using Pingmark.Workers;

namespace Pingmark.Runs;

/// <summary>A suite from its cells to its reports: what can't run is recorded as unavailable, the rest is planned,
/// measured and summed up, also when it is interrupted.</summary>
/// <param name="noise">This machine's, for the plan; null: it was not measured.</param>
public sealed class SuiteRun(
    IWorkerStarter starter,
    IReadOnlyList<int> cores,
    ProgressLog progress,
    MachineNoise? noise = null
)
{
    /// <summary>Null: both sides are on this machine.</summary>
    public PlacedSides? Placed { get; init; }

    /// <summary>The run that is gone on with; null: it is a new one.</summary>
    public EarlierRun? Earlier { get; init; }

    private readonly Foresight _foresight = Foresight.Of(noise);

    /// <param name="availability">By stack; asked for servers and clients.</param>
    /// <param name="create">Makes the run's folder.</param>
    /// <param name="surroundings">What was done to the machine for this run; kept with it.</param>
    /// <param name="command">The words that asked for it; kept with it.</param>
    /// <returns>The summary, which is in the folder too.</returns>
    /// <exception cref="BadInputException">The folder can't be written.</exception>
    public async Task<Summary> ExecuteAsync(
        Suite suite,
        Func<string, Availability> availability,
        Func<RunInfo, RunFolder> create,
        CancellationToken cancel,
        IReadOnlyList<Note>? surroundings = null,
        IReadOnlyList<string>? command = null
    )
    {
        var notes = new List<Note>(surroundings ?? []);
        if (Placed is not null && suite.Cells.Any(cell => cell.Scenario.PairThreads is not null))
            throw new BadInputException("pair: both sides of a cell are one process, and so on this machine");
        // Profilers are reached on this machine only.
        if (Placed is not null)
            suite = suite with { Settings = suite.Settings with { Sampling = false } };
        suite = Placed?.Address is { } address ? WithAddress(suite, address) : WithUsableAddress(suite, notes);
        var engines = new NetworkEngines();
        suite = WithEngines(suite, engines);
        var tuning = TuningVariables.OfThisProcess;
        notes.AddRange(
            new RunConditions(
                CpuQuota.OfThisProcess,
                tuning,
                Placed is null ? suite.Cells.Select(CpusOf).ToList() : [],
                CoreSiblings.OfThisMachine
            ).Judge()
        );
        notes.AddRange(Placed?.Notes ?? []);
        var ofClients = Placed?.ForClients ?? availability;
        var missing = suite
            .Cells.Select(c => (Cell: c, Availability: Worse(availability(c.Stack), ofClients(c.Client))))
            .Where(x => !x.Availability.IsAvailable)
            .ToList();
        var cells = suite
            .Cells.Except(missing.Select(m => m.Cell))
            .Where(cell => Earlier?.HadNoNetwork(cell) != true)
            .ToList();
        if (cells.Count == 0)
            throw new PingmarkException(
                "nothing that was asked for is available here:\n"
                    + string.Join('\n', missing.Select(m => $"  {m.Cell.Stack}: {m.Availability}").Distinct()),
                ExitCode.NothingAvailable
            );
        if (Placed is null)
            DescriptorNeeds.Require(cells);
        var seed = suite.Settings.Seed ?? Earlier?.Info.Seed ?? Random.Shared.Next(1, 1_000_000);
        var impairer = new Impairer(engines, seed);
        var networks = await new NetworkTrials(impairer, progress).VerifyAsync(suite.Settings, cells, cancel);
        var refused = networks.Refused(cells);
        Earlier?.RequireNetworks(refused.Select(r => r.Record));
        var permitted = cells.Except(refused.Select(r => r.Cell)).ToList();
        var mostPairs = Math.Min(
            RoomForSides.MostPairs(cells, suite.Settings.SharesSides, Memory.RoomForWorkersBytes()),
            Placed?.MostPairs ?? int.MaxValue
        );
        suite = WithMostSides(suite, mostPairs);
        // The plan of a run in which nothing is left to measure is told to nobody.
        var budget = BudgetPlan.Of(suite, permitted.Count > 0 ? permitted : cells, _foresight);
        cells = permitted;
        var info = new RunInfo
        {
            Suite = suite.Name,
            About = suite.About,
            Command = command ?? [],
            StartedAt = DateTimeOffset.Now,
            Seed = seed,
            Machine = Placed?.Machine ?? Machine.Read(),
            TuningVariables = tuning,
            Sites = Placed?.Sites ?? [],
            Cells = suite.Cells,
            Settings = suite.Settings,
            PlannedDurationNs = budget.Block.DurationNs,
            PlannedRounds = budget.Rounds,
            Published = suite.Published,
            Networks = networks.Checks,
            Notes = [.. notes, .. SharedProcesses(suite), .. Logs(suite), .. Shortened(suite.Settings, budget)],
        };
        if (Earlier is not null)
            info = Earlier.GoOn(info, [.. missing.Select(m => m.Cell), .. Unavailable(refused)]);
        using var folder = create(info);
        if (Earlier?.IsDamaged == true)
            folder.Forget(_ => false);
        folder.Append(
            missing
                .Where(m => Earlier?.Trials.Any(trial => trial.Cell == m.Cell.Id) != true)
                .Select(m => new TrialRecord
                {
                    Round = 0,
                    Block = 0,
                    Cell = m.Cell.Id,
                    Status = CellStatus.Unavailable,
                    Reason = m.Availability.ToString(),
                })
                .ToList()
        );
        folder.Append(
            refused
                .Where(r => Earlier?.Trials.Any(trial => trial.Cell == r.Cell.Id) != true)
                .Select(r => r.Record)
                .ToList()
        );
        progress.Step(Estimate(suite, cells, budget, seed));
        var live = progress.IsTerminal ? new LiveView(progress, cells) : null;
        live?.Has([.. (Earlier?.Trials ?? []).Where(trial => trial.Round > 0)]);
        var watch = Stopwatch.StartNew();
        var interrupted = false;
        try
        {
            await new SuiteRunner(
                starter,
                cores,
                progress,
                mostPairs,
                Placed?.ClientCores,
                live is null ? null : live.Begins
            )
            {
                Impairer = impairer,
                Forget = block => folder.Forget(trial => trial.Round > 0 && trial.Block == block.Number),
                Logged = suite.Settings.LogMessages ? new MessageLogFiles(folder, suite.Cells).Write : null,
            }.RunAsync(
                suite.Settings,
                cells,
                budget,
                seed,
                records =>
                {
                    folder.Append(records);
                    live?.Has(records);
                },
                trials => new StoppingRules(suite.Settings, cells).Review(TrialChecks.Judge(cells, trials)),
                cancel,
                Earlier?.Trials
            );
            progress.Clear();
            if (suite.Settings.Sampling)
                await new SampledTrials(starter, cores, progress) { Impairer = impairer }.RunAsync(
                    Measured(cells, folder),
                    budget.Block,
                    folder.Path,
                    folder.Append,
                    cancel,
                    Earlier is null ? null : Earlier.HasSampled
                );
        }
        catch (OperationCanceledException) when (cancel.IsCancellationRequested)
        {
            interrupted = true;
        }
        catch (Exception e) when (e is not PingmarkException)
        {
            // Whatever it was, what had been measured is worth its reports.
            Summarize(interrupted: true);
            throw;
        }
        return Summarize(interrupted);

        Summary Summarize(bool interrupted)
        {
            progress.Clear();
            var recorded = folder.Read();
            if (!interrupted)
                folder.Complete(info, recorded.Trials.Count);
            var summary = SummaryBuilder.Build(
                recorded.Info,
                recorded.Trials,
                EarlierTime + watch.Elapsed,
                interrupted
            );
            RunReports.Write(folder, recorded.Info, recorded.Trials, summary);
            return summary;
        }
    }

    private (string Server, string Client) CpusOf(Cell cell)
    {
        var pinning = Pinning.Of(cell.Scenario.Pin, cores);
        return (pinning.Server, pinning.Client);
    }

    /// <summary>What the run had taken before it was gone on with.</summary>
    private TimeSpan EarlierTime => TimeSpan.FromSeconds(SuiteRunner.EndedNs(Earlier?.Trials ?? []) / 1e9);

    private static IEnumerable<Cell> Unavailable(IEnumerable<(Cell Cell, TrialRecord Record)> refused) =>
        refused.Where(r => r.Record.Status == CellStatus.Unavailable).Select(r => r.Cell);

    /// <summary>With what does it in place of <see cref="NetworkEngine.Auto"/>, for that is a part of what was
    /// measured.</summary>
    private Suite WithEngines(Suite suite, NetworkEngines engines)
    {
        if (suite.Cells.All(cell => cell.Scenario.Network is null))
            return suite;
        if (Placed is not null)
            throw new BadInputException(
                "network needs both sides on this machine; between machines there is a network already"
            );
        return suite with
        {
            Cells = suite
                .Cells.Select(cell =>
                    cell.Scenario.Network is { } network
                        ? cell with
                        {
                            Scenario = cell.Scenario with { Network = engines.Resolved(network) },
                        }
                        : cell
                )
                .ToList(),
        };
    }

    private static List<Cell> Measured(List<Cell> cells, RunFolder folder)
    {
        var failed = folder.Read().Trials.Where(t => t.Status != CellStatus.Ok).Select(t => t.Cell).ToHashSet();
        return cells.Where(c => !failed.Contains(c.Id)).ToList();
    }

    private string Estimate(Suite suite, IReadOnlyList<Cell> cells, BudgetPlan budget, int seed) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{suite.Name}: {cells.Count} {(cells.Count == 1 ? "cell" : "cells")}, "
                + $"{(suite.Settings.BudgetNs is null ? "" : "up to ")}{budget.Rounds} "
                + $"{(budget.Rounds == 1 ? "round" : "rounds")}, {Counted(suite, budget)}"
                + $"{budget.Precision}{MoreNeeds(suite, cells, budget)}"
                + $"{(suite.Settings.Sampling ? ", then each cell once more under its profilers" : "")}; seed "
                + $"{seed}"
        );

    /// <summary>Where the plan is not precise: how long one takes that is.</summary>
    private string MoreNeeds(Suite suite, IReadOnlyList<Cell> cells, BudgetPlan budget) =>
        suite.Settings.BudgetNs is not null
        && budget.ForeseenHalfWidth > Precise
        && BudgetPlan.BudgetForNs(Precise, suite, cells, _foresight) is { } needed
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"; ± {100 * Precise:0} % needs about "
                    + $"{NumberText.Elapsed(HalfMinute * Math.Ceiling(needed / 1e9 / HalfMinute))}"
            )
            : "";

    private const double Precise = 0.03,
        HalfMinute = 30;

    /// <summary>How long a number of messages takes is known only when they flow.</summary>
    private static string Counted(Suite suite, BudgetPlan budget) =>
        suite.Settings.BudgetNs is null && suite.Cells.FirstOrDefault(c => c.Scenario.Messages is not null) is { } cell
            ? $"{NumberText.Count(cell.Scenario.Messages!.Value)} messages counted per cell and round, "
                + "however long they take"
            : string.Create(
                CultureInfo.InvariantCulture,
                $"{budget.Block.DurationNs / 1e9:0.##} s counted per cell and round; about "
                    + $"{NumberText.Elapsed(Math.Ceiling(budget.EstimateNs / 1e9))}"
            );

    private static IEnumerable<Note> Shortened(SuiteSettings asked, BudgetPlan budget)
    {
        List<string> less = [];
        if (budget.Block.DurationNs < asked.DurationNs)
            less.Add(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{budget.Block.DurationNs / 1e9:0.##} s per cell and round in place of "
                        + $"{asked.DurationNs / 1e9:0.##} s"
                )
            );
        if (budget.Rounds < asked.Rounds)
            less.Add(string.Create(CultureInfo.InvariantCulture, $"{budget.Rounds} rounds in place of {asked.Rounds}"));
        if (asked.WarmUpNs is { } warmUp && budget.Block.WarmUpNs is null)
            less.Add(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"warm-ups until all has settled in place of {warmUp / 1e9:0.##} s"
                )
            );
        if (less.Count > 0)
            yield return new(
                "budget",
                AuditVerdict.Note,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"planned within {asked.BudgetNs / 1e9:0.#} s: {string.Join(", ", less)}; the pace "
                        + $"of the first round settled the rest"
                )
            );
    }

    /// <summary>The order of blocks follows from it, and is drawn again when the run is gone on with, however much
    /// memory is free then.</summary>
    private Suite WithMostSides(Suite suite, int mostPairs) =>
        suite.Settings.SharesSides && Earlier is null
            ? suite with
            {
                Settings = suite.Settings with { MostSides = (int)Math.Min(int.MaxValue, 2L * mostPairs) },
            }
            : suite;

    private static IEnumerable<Note> Logs(Suite suite)
    {
        if (suite.Settings.LogMessages)
            yield return new(
                "message-log",
                AuditVerdict.Note,
                $"{MessageLogFiles.Subfolder}/ tells when each message of the unbroken stretches was sent and "
                    + "answered, at the cost of one more store a message, in slices as well"
            );
    }

    private static IEnumerable<Note> SharedProcesses(Suite suite)
    {
        if (suite.Settings.SharesSides)
            yield return new(
                "shared-processes",
                AuditVerdict.Note,
                "in each round one process of each server and one of each client measured all of their cells, one "
                    + "after the other, in random order; the baseline has processes of its own; "
                    + "fresh_processes: true starts them anew for each cell"
            );
        var scenarios = suite.Cells.Select(cell => cell.Scenario).Distinct().Count();
        if (scenarios > 1 && suite.Settings is { FreshProcesses: false, SharesSides: false })
            yield return new(
                "shared-processes",
                AuditVerdict.Note,
                $"in each round a stack's processes measured its {scenarios} scenarios one after the other, in "
                    + $"random order; "
                    + "fresh_processes: true starts them anew for each"
            );
    }

    private static Availability Worse(Availability server, Availability client) => server.IsAvailable ? client : server;

    /// <summary>Suites use ::1; where the machine has no IPv6 loopback, 127.0.0.1, and the report says so.</summary>
    private static Suite WithUsableAddress(Suite suite, List<Note> notes)
    {
        if (Loopback.HasIpv6 || suite.Cells.All(c => c.Scenario.Address != Loopback.Ipv6))
            return suite;
        notes.Add(
            new("no-ipv6", AuditVerdict.Note, "this machine has no IPv6 loopback: 127.0.0.1 was used in place of ::1")
        );
        return suite with
        {
            Cells = suite
                .Cells.Select(c => c.Scenario.Address == Loopback.Ipv6 ? WithAddress(c, Loopback.Ipv4) : c)
                .ToList(),
        };
    }

    private static Suite WithAddress(Suite suite, string address) =>
        suite with
        {
            Cells = suite.Cells.Select(cell => WithAddress(cell, address)).ToList(),
        };

    private static Cell WithAddress(Cell cell, string address) =>
        cell with
        {
            Scenario = cell.Scenario with { Address = address },
        };
}
