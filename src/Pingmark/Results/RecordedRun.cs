using Pingmark.Checks;
using Pingmark.Checks.Runs;
using Pingmark.Model;

namespace Pingmark.Results;

/// <summary>A line of trials.jsonl that is left out.</summary>
/// <param name="Problem">What is wrong with it, with its file and line.</param>
public sealed record BadLine(string Problem);

/// <summary>A line of trials.jsonl.</summary>
/// <param name="IsChecked">Whether it has a checksum that agrees.</param>
internal sealed record TrialLine(string Text, TrialRecord Trial, bool IsChecked);

/// <summary>What a run folder holds that can be used, and what is missing: all run folders are read through
/// it.</summary>
public sealed record RecordedRun
{
    /// <summary>The id of a note in <see cref="Info"/> that says that trials or the plan are not as they were
    /// written.</summary>
    public const string DamagedId = DamagedRun.Id;

    private readonly RunInfo _info;
    private readonly bool _isAsWritten;
    private readonly IReadOnlyList<TrialLine> _lines;

    internal RecordedRun(RunInfo info, bool isAsWritten, IReadOnlyList<TrialLine> lines, IReadOnlyList<BadLine> bad)
    {
        (_info, _isAsWritten, _lines, Bad) = (info, isAsWritten, lines, bad);
        Trials = lines.Select(line => line.Trial).ToList();
        Info = info with { Notes = [.. info.Notes, .. Notes()] };
    }

    /// <summary>The content of run.json, with notes of what is damaged.</summary>
    public RunInfo Info { get; }

    /// <summary>The content of run.json.</summary>
    public RunInfo Plan => _info;

    /// <summary>Whether the plan is as it was written, as far as its checksum tells.</summary>
    public bool IsPlanAsWritten => _isAsWritten;

    public IReadOnlyList<TrialRecord> Trials { get; }

    public IReadOnlyList<BadLine> Bad { get; }

    internal IReadOnlyList<TrialLine> Lines => _lines;

    /// <summary>Whether trials are missing or bad, or there are more than were measured.</summary>
    public bool HasDamagedTrials => Bad.Count > 0 || _info.Trials is { } written && written != Trials.Count;

    public static bool IsDamaged(Summary summary) => Damages(summary.Notes).Any();

    /// <summary>What of the notes of a run tells a damage, in words.</summary>
    public static IEnumerable<string> Damages(IEnumerable<Note> notes) =>
        notes.Where(note => note is { Id: DamagedId, Verdict: AuditVerdict.Warning }).Select(note => note.Text);

    private IReadOnlyList<Note> Notes() =>
        new RecordedTrials(
            _isAsWritten,
            !HasDamagedTrials,
            Trials.Count,
            _info.Trials,
            _lines.Count(line => !line.IsChecked),
            [.. Bad.Select(bad => bad.Problem)]
        ).Judge();
}
