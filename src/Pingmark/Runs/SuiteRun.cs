using System.Diagnostics;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Observing;
using Pingmark.Reports;
using Pingmark.Results;
using Pingmark.Statistics;
using Pingmark.Trials;
using Pingmark.Workers;

namespace Pingmark.Runs;

/// <summary>Runs a suite from its cells to its reports: what can't run is recorded as unavailable, the rest is planned,
/// measured and summed up, also when it is interrupted.</summary>
/// <param name="noiseFile">Keeps the noise of this machine for later plans; null where none is kept.</param>
public sealed class SuiteRun(IWorkerStarter starter, IRunSides sides, ProgressLog progress, NoiseFile? noiseFile = null)
{
    /// <summary>The run that is resumed; null if it is a new one.</summary>
    public EarlierRun? Earlier { get; init; }

    /// <summary>What was done to the machine for this run, which is kept with it.</summary>
    public IReadOnlyList<Note> Surroundings { get; init; } = [];

    /// <summary>The command line that asked for the run, which is kept with it.</summary>
    public IReadOnlyList<string> Command { get; init; } = [];

    private readonly NoiseModel _noiseModel = NoiseModel.FromNoise(noiseFile?.Load(DateTimeOffset.Now));

    /// <param name="forServers">Tells whether a stack can run where servers are.</param>
    /// <param name="create">Makes the run's folder.</param>
    /// <returns>The summary, which is also in the folder.</returns>
    /// <exception cref="BadInputException">Nothing can be run, or the folder can't be written.</exception>
    public async Task<Summary> ExecuteAsync(
        Suite suite,
        Func<string, Availability> forServers,
        Func<RunInfo, RunFolder> create,
        CancellationToken cancel
    )
    {
        var plan = await PlanAsync(suite, forServers, cancel);
        using var folder = create(plan.Info);
        if (Earlier?.IsDamaged == true)
            folder.RemoveTrials(_ => false);
        folder.Append(plan.NotMeasured.Where(record => Earlier?.HasRecorded(record) != true).ToList());
        progress.Step(PlanText.Describe(plan, _noiseModel));
        var watch = Stopwatch.StartNew();
        var interrupted = false;
        try
        {
            await MeasureAsync(plan, folder, cancel);
        }
        catch (OperationCanceledException) when (cancel.IsCancellationRequested)
        {
            interrupted = true;
        }
        catch (Exception e) when (e is not PingmarkException)
        {
            // What had been measured is worth its reports.
            SumUp(plan.Info, folder, watch.Elapsed, interrupted: true);
            throw;
        }
        return SumUp(plan.Info, folder, watch.Elapsed, interrupted);
    }

    private Task<PlannedRun> PlanAsync(Suite suite, Func<string, Availability> forServers, CancellationToken cancel) =>
        new RunPlanner(starter, sides, Earlier, _noiseModel, progress).PlanAsync(
            suite,
            forServers,
            Surroundings,
            Command,
            cancel
        );

    /// <summary>Describes what would be measured, and where the time would go.</summary>
    /// <param name="forServers">Tells whether a stack can run where servers are.</param>
    /// <exception cref="BadInputException">Nothing can be run.</exception>
    public async Task<string> DescribePlanAsync(
        Suite suite,
        Func<string, Availability> forServers,
        CancellationToken cancel
    )
    {
        var plan = await PlanAsync(suite, forServers, cancel);
        return $"{PlanText.Describe(plan, _noiseModel)}\n{PlanText.DescribeTime(plan.Budget)}";
    }

    private async Task MeasureAsync(PlannedRun plan, RunFolder folder, CancellationToken cancel)
    {
        var settings = plan.Suite.Settings;
        var earlier = Earlier?.Trials ?? [];
        await new SuiteRunner(
            plan.Workers with
            {
                Observers = Observers.All,
            },
            new(settings, plan.Cells, plan.Budget, plan.Info.Seed) { Earlier = earlier },
            new RunRecorder(plan, folder, earlier, progress),
            progress
        ).RunAsync(cancel);
        progress.Clear();
        if (settings.Sampling)
            await new SampledTrials(plan.Workers, progress, folder.Path, folder.Append).RunAsync(
                FindMeasured(plan.Cells, folder),
                plan.Budget.Block,
                cancel,
                Earlier is null ? null : Earlier.HasSampled
            );
    }

    private static List<Cell> FindMeasured(IReadOnlyList<Cell> cells, RunFolder folder)
    {
        var trials = folder.Read().Trials.ToLookup(trial => trial.Cell);
        return cells.Where(c => trials[c.Id].Any() && trials[c.Id].All(t => t.Status == CellStatus.Ok)).ToList();
    }

    /// <param name="took">The time since the first trial that was measured by this process.</param>
    private Summary SumUp(RunInfo info, RunFolder folder, TimeSpan took, bool interrupted)
    {
        progress.Clear();
        var recorded = folder.Read();
        var tookBefore = TimeSpan.FromSeconds(SuiteRunner.EndedNs(Earlier?.Trials ?? []) / 1e9);
        if (!interrupted)
        {
            var allNs = (long)(tookBefore + took).TotalNanoseconds;
            folder.Complete(info, recorded.Trials.Count, TimeUse.FromTrials(recorded.Trials, allNs));
            // A machine that is known to be busy shows no usual noise.
            if (!Noise.IsAccepted && RunNoise.Measure(recorded.Info, recorded.Trials) is { } noise)
                noiseFile?.Save(noise);
        }
        var summary = SummaryBuilder.Build(recorded.Info, recorded.Trials, tookBefore + took, interrupted);
        RunReports.Write(folder, recorded.Info, recorded.Trials, summary);
        return summary;
    }
}
