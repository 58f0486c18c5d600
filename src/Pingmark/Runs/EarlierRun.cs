using System.Globalization;
using Pingmark.Comparing;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Results;
using Pingmark.Schema;

namespace Pingmark.Runs;

/// <summary>A run that ended early, by a crash or by Ctrl-C, and is gone on with: its plan and its seed count on, and
/// so do its trials.</summary>
/// <param name="Folder">Locked: nobody else writes in it.</param>
public sealed record EarlierRun(RunFolder Folder, RunInfo Info, IReadOnlyList<TrialRecord> Trials)
{
    private const string NoteId = "resumed";

    /// <summary>Lines of its trials are bad.</summary>
    public bool IsDamaged { get; init; }

    /// <exception cref="BadInputException">There is no such run, it is complete, or somebody writes in it.</exception>
    public static EarlierRun Open(string path)
    {
        var folder = RunFolder.OpenToWrite(path);
        try
        {
            var recorded = folder.Read();
            if (!recorded.IsPlanAsWritten)
                throw new BadInputException($"{folder.PlanFile} is not as it was written: its checksum does not agree");
            if (PlanRules.Problem(recorded.Plan) is { } problem)
                throw new BadInputException($"{folder.PlanFile}: {problem}");
            if (SummedRun.IsComplete(folder) && !recorded.HasDamagedTrials)
                throw new BadInputException($"the run in {path} is complete; `pingmark report {path}` shows it");
            return new(folder, recorded.Plan with { Trials = null }, recorded.Trials)
            {
                IsDamaged = recorded.Bad.Count > 0,
            };
        }
        catch
        {
            folder.Dispose();
            throw;
        }
    }

    /// <summary>What it was asked for, as its folder has it.</summary>
    public Suite Suite =>
        new()
        {
            Name = Info.Suite,
            About = Info.About,
            Cells = Info.Cells,
            Settings = Info.Settings,
            Published = Info.Published,
        };

    /// <summary>Cells that were sampled need it no more.</summary>
    public bool HasSampled(Cell cell) => Trials.Any(trial => trial.Cell == cell.Id && trial.Samples.Count > 0);

    /// <summary>A cell whose network could not be made has no trials, and gets none: the order of all others would
    /// change.</summary>
    public bool HadNoNetwork(Cell cell) =>
        Trials.Any(trial => trial is { Round: 0, Status: CellStatus.Invalid } && trial.Cell == cell.Id);

    public bool Has(TrialRecord notMeasured) => Trials.Any(trial => trial.Cell == notMeasured.Cell);

    /// <param name="refused">Of cells that are not measured for their network.</param>
    /// <exception cref="BadInputException">The run had one of these.</exception>
    public void RequireNetworks(IEnumerable<TrialRecord> refused)
    {
        if (Trials.Count > 0 && refused.FirstOrDefault(record => record.Status == CellStatus.Invalid) is { } record)
            throw new BadInputException($"the run in {Folder.Path} can't be resumed now: {record.Reason}");
    }

    /// <summary>What becomes of the plan: what it was, with a note.</summary>
    /// <param name="now">What would be a new run's.</param>
    /// <param name="missing">Ids of cells that can't run here now.</param>
    /// <exception cref="BadInputException">Trials of both would not be one run.</exception>
    public RunInfo GoOn(RunInfo now, IReadOnlyCollection<string> missing)
    {
        var differences = PlanDifferences
            .Of(Info, now)
            .Concat(Trials.Count == 0 ? [] : OfAvailability(missing))
            .Select(ComparisonWords.Difference)
            .ToList();
        if (differences.Count > 0)
            throw new BadInputException(
                $"the run in {Folder.Path} can't be resumed, for these differ:\n  {string.Join("\n  ", differences)}"
            );
        var measured = Trials.Where(trial => trial.Round > 0).ToList();
        var note = string.Create(
            CultureInfo.InvariantCulture,
            $"resumed on {now.StartedAt:yyyy-MM-dd HH:mm zzz} after {measured.Count} "
                + $"{(measured.Count == 1 ? "trial" : "trials")}, which are kept; what was in flight"
                + $"{(IsDamaged ? ", or damaged," : "")} was lost"
        );
        return Info with { Notes = [.. Info.Notes, new(NoteId, AuditVerdict.Note, note)] };
    }

    private IEnumerable<RunDifference> OfAvailability(IReadOnlyCollection<string> now)
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
