using System.Diagnostics;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Results;
using Pingmark.Statistics;
using Pingmark.Trials;
using Pingmark.Workers;

namespace Pingmark.Runs;

/// <summary>A suite from its cells to its reports: what can't run is recorded as unavailable, the rest is planned,
/// measured and summed up, also when it is interrupted.</summary>
/// <param name="noise">This machine's, for the plan; null: it was not measured.</param>
public sealed class SuiteRun(IWorkerStarter starter, IRunSides sides, ProgressLog progress, MachineNoise? noise = null)
{
    /// <summary>The run that is gone on with; null: it is a new one.</summary>
    public EarlierRun? Earlier { get; init; }

    /// <summary>What was done to the machine for this run; kept with it.</summary>
    public IReadOnlyList<Note> Surroundings { get; init; } = [];

    /// <summary>The words that asked for it; kept with it.</summary>
    public IReadOnlyList<string> Command { get; init; } = [];

    private readonly NoiseModel _noiseModel = NoiseModel.Of(noise);

    /// <param name="forServers">Whether a stack can run where servers are.</param>
    /// <param name="create">Makes the run's folder.</param>
    /// <returns>The summary, which is in the folder too.</returns>
    /// <exception cref="BadInputException">The folder can't be written.</exception>
    public async Task<Summary> ExecuteAsync(
        Suite suite,
        Func<string, Availability> forServers,
        Func<RunInfo, RunFolder> create,
        CancellationToken cancel
    )
    {
        var plan = await new RunPlanner(starter, sides, Earlier, _noiseModel, progress).PlanAsync(
            suite,
            forServers,
            Surroundings,
            Command,
            cancel
        );
        using var folder = create(plan.Info);
        if (Earlier?.IsDamaged == true)
            folder.Forget(_ => false);
        folder.Append(plan.NotMeasured.Where(record => Earlier?.Has(record) != true).ToList());
        progress.Step(PlanText.Of(plan, _noiseModel));
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
            // Whatever it was, what had been measured is worth its reports.
            SumUp(plan.Info, folder, watch.Elapsed, interrupted: true);
            throw;
        }
        return SumUp(plan.Info, folder, watch.Elapsed, interrupted);
    }

    private async Task MeasureAsync(PlannedRun plan, RunFolder folder, CancellationToken cancel)
    {
        var settings = plan.Suite.Settings;
        var earlier = Earlier?.Trials ?? [];
        await new SuiteRunner(
            plan.Workers with
            {
                Messages = settings.LogMessages
                    ? MessageRecorder.Of(new MessageLogFiles(folder, plan.Suite.Cells).Write)
                    : MessageRecorder.None,
            },
            new(settings, plan.Cells, plan.Budget, plan.Info.Seed) { Earlier = earlier },
            new RunRecorder(plan, folder, earlier, progress),
            progress
        ).RunAsync(cancel);
        progress.Clear();
        if (settings.Sampling)
            await new SampledTrials(plan.Workers, progress).RunAsync(
                Measured(plan.Cells, folder),
                plan.Budget.Block,
                folder.Path,
                folder.Append,
                cancel,
                Earlier is null ? null : Earlier.HasSampled
            );
    }

    private static List<Cell> Measured(IReadOnlyList<Cell> cells, RunFolder folder)
    {
        var failed = folder.Read().Trials.Where(t => t.Status != CellStatus.Ok).Select(t => t.Cell).ToHashSet();
        return cells.Where(c => !failed.Contains(c.Id)).ToList();
    }

    /// <param name="took">Since the first trial of this time.</param>
    private Summary SumUp(RunInfo info, RunFolder folder, TimeSpan took, bool interrupted)
    {
        progress.Clear();
        var recorded = folder.Read();
        if (!interrupted)
            folder.Complete(info, recorded.Trials.Count);
        var tookBefore = TimeSpan.FromSeconds(SuiteRunner.EndedNs(Earlier?.Trials ?? []) / 1e9);
        var summary = SummaryBuilder.Build(recorded.Info, recorded.Trials, tookBefore + took, interrupted);
        RunReports.Write(folder, recorded.Info, recorded.Trials, summary);
        return summary;
    }
}
