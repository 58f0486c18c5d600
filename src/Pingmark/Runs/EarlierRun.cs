using System.Globalization;
using Pingmark.Comparing;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Results;
using Pingmark.Schema;

namespace Pingmark.Runs;

/// <summary>A run that ended early, and is resumed with its plan, its seed and its trials.</summary>
/// <param name="Folder">The run's folder, which is locked.</param>
public sealed record EarlierRun(RunFolder Folder, RunInfo Info, IReadOnlyList<TrialRecord> Trials)
{
    private const string NoteId = "resumed";

    /// <summary>Whether some lines of its trials are damaged.</summary>
    public bool IsDamaged { get; init; }

    /// <exception cref="BadInputException">There is no such run, its plan can't be used, it is complete, or somebody
    /// writes in it.</exception>
    public static EarlierRun Open(string path)
    {
        var folder = RunFolder.OpenToWrite(path);
        try
        {
            var recorded = folder.Read();
            if (!recorded.IsPlanIntact)
                throw new BadInputException($"{folder.PlanFile} is not as it was written: its checksum does not agree");
            if (PlanRules.Problem(recorded.Plan) is { } problem)
                throw new BadInputException($"{folder.PlanFile}: {problem}");
            if (SummedRun.IsComplete(folder) && !recorded.HasDamagedTrials)
                throw new BadInputException($"the run in {path} is complete; `pingmark report {path}` shows it");
            return new(folder, recorded.Plan with { Trials = null }, recorded.Trials)
            {
                IsDamaged = recorded.BadLines.Count > 0,
            };
        }
        catch
        {
            folder.Dispose();
            throw;
        }
    }

    public Suite Suite => CreateSuite(Info);

    /// <summary>The suite that a run's plan asks for.</summary>
    public static Suite CreateSuite(RunInfo plan) =>
        new()
        {
            Name = plan.Suite,
            About = plan.About,
            Cells = plan.Cells,
            Settings = plan.Settings,
            Published = plan.Published,
        };

    public bool HasSampled(Cell cell) => Trials.Any(trial => trial.Cell == cell.Id && trial.Samples.Count > 0);

    /// <summary>Whether a cell's network could not be made. Such a cell gets no trials now either, because the order of
    /// the others would change.</summary>
    public bool LackedNetwork(Cell cell) =>
        Trials.Any(trial => trial is { Round: 0, Status: CellStatus.Invalid } && trial.Cell == cell.Id);

    public bool HasRecorded(TrialRecord notMeasured) => Trials.Any(trial => trial.Cell == notMeasured.Cell);

    /// <param name="refused">Records of the cells that are not measured because of their network.</param>
    /// <exception cref="BadInputException">The run has trials, and a network can't be made now.</exception>
    public void RequireNetworks(IEnumerable<TrialRecord> refused)
    {
        if (Trials.Count > 0 && refused.FirstOrDefault(record => record.Status == CellStatus.Invalid) is { } record)
            throw new BadInputException($"the run in {Folder.Path} can't be resumed now: {record.Reason}");
    }

    /// <summary>The plan with which the run is resumed: as it was, with a note.</summary>
    /// <param name="now">The plan that a new run would have.</param>
    /// <param name="missing">The ids of the cells that can't run here now.</param>
    /// <exception cref="BadInputException">The plans differ.</exception>
    public RunInfo Resume(RunInfo now, IReadOnlyCollection<string> missing)
    {
        var differences = PlanDifferences
            .Find(Info, now)
            .Concat(Trials.Count == 0 ? [] : FindAvailabilityDifferences(missing))
            .Select(ComparisonSentences.Difference)
            .ToList();
        if (differences.Count > 0)
            throw new BadInputException(
                $"the run in {Folder.Path} can't be resumed, as these differ:\n  {string.Join("\n  ", differences)}"
            );
        var measured = Trials.Where(trial => trial.Round > 0).ToList();
        var note = string.Create(
            CultureInfo.InvariantCulture,
            $"resumed on {now.StartedAt:yyyy-MM-dd HH:mm zzz} after {measured.Count} "
                + $"{(measured.Count == 1 ? "trial" : "trials")}, which are kept; what was in flight"
                + $"{(IsDamaged ? ", or damaged," : "")} was lost"
        );
        return Info with
        {
            Notes = [.. Info.Notes, new(NoteId, AuditVerdict.Note, note)],
            // A worker that was rebuilt has trials of both builds.
            Workers = [.. Info.Workers.Union(now.Workers)],
        };
    }

    private IEnumerable<RunDifference> FindAvailabilityDifferences(IReadOnlyCollection<string> now)
    {
        var before = Trials
            .Where(trial => trial.Status == CellStatus.Unavailable)
            .Select(trial => trial.Cell)
            .ToHashSet();
        return before
            .Except(now)
            .Select(cell => new RunDifference("unavailable", "yes", "no", [cell]))
            .Concat(now.Except(before).Select(cell => new RunDifference("unavailable", "no", "yes", [cell])));
    }
}
