using System.Text.Json;
using Pingmark.Model;
using Pingmark.Results;
using Pingmark.Schema;
using Pingmark.Trials;

namespace Pingmark.Runs;

/// <summary>Tells a run as lines of JSON while it is measured: its plan, each trial, each round, and its summary. The
/// lines are made between blocks, when nothing is measured.</summary>
/// <param name="write">Receives each line, without its line end.</param>
public sealed class TrialStream(Action<string> write)
{
    private RunInfo? _run;

    /// <summary>Tells the plan.</summary>
    /// <param name="folder">The run's folder.</param>
    public void Begin(RunInfo run, string folder)
    {
        _run = run;
        Write(
            new StreamedPlan(
                run.Suite,
                folder,
                run.StartedAt,
                run.Seed,
                run.PlannedRounds,
                [.. run.Cells.Select(cell => cell.Id)]
            )
        );
    }

    /// <summary>A recorder that also tells what is kept; the run has begun when it is first used.</summary>
    public ITrialRecorder Beside(ITrialRecorder recorder) => new Telling(recorder, this);

    public void End(Summary summary) => Write(new StreamedSummary(summary));

    private void Tell(TrialRecord trial)
    {
        var cell = Summed([trial], _run!.Cells.Where(cell => cell.Id == trial.Cell)).Cells.Single();
        Write(
            new StreamedTrial(
                trial.Round,
                trial.Block,
                trial.Cell,
                trial.Status,
                trial.Reason,
                trial.StartedAtS,
                Known(cell).ToDictionary(metric => metric.Key, metric => metric.EstimateOf(cell)!.Value)
            )
        );
    }

    private void Tell(int round, IReadOnlyList<TrialRecord> trials)
    {
        var summary = Summed(trials, _run!.Cells);
        Write(
            new StreamedRound(
                round,
                summary
                    .Cells.Select(cell => new StreamedCell(
                        cell.Id,
                        cell.Status,
                        cell.Rounds,
                        Known(cell).ToDictionary(metric => metric.Key, metric => metric.EstimateOf(cell)!)
                    ))
                    .ToList(),
                summary.Comparisons
            )
        );
    }

    private Summary Summed(IReadOnlyList<TrialRecord> trials, IEnumerable<Cell> cells) =>
        SummaryBuilder.Build(_run! with { Cells = [.. cells] }, trials, duration: null, interrupted: true);

    private static IEnumerable<Metric> Known(CellSummary cell) =>
        Metric.All.Where(metric => metric.EstimateOf(cell) is not null);

    private void Write<T>(T line) => write(JsonSerializer.Serialize(line, SummaryJson.LineOptions));

    private sealed class Telling(ITrialRecorder recorder, TrialStream stream) : ITrialRecorder
    {
        public void Begin(BlockBegin begin) => recorder.Begin(begin);

        public void Watch(Func<PartialFigures> figures) => recorder.Watch(figures);

        public void Keep(IReadOnlyList<TrialRecord> trials)
        {
            recorder.Keep(trials);
            foreach (var trial in trials)
                stream.Tell(trial);
        }

        public void Forget(Block block) => recorder.Forget(block);

        public RoundReview Review(IReadOnlyList<TrialRecord> trials)
        {
            if (trials.Count > 0)
                stream.Tell(trials.Max(trial => trial.Round), trials);
            return recorder.Review(trials);
        }
    }
}
