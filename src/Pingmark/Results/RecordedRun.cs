using Pingmark.Checks;
using Pingmark.Checks.Runs;
using Pingmark.Model;

namespace Pingmark.Results;

/// <summary>A line of trials.jsonl that is left out.</summary>
/// <param name="Problem">With its file and line.</param>
public sealed record BadLine(string Problem);

/// <summary>A line of trials.jsonl.</summary>
/// <param name="IsChecked">It has a checksum, which agrees.</param>
internal sealed record TrialLine(string Text, TrialRecord Trial, bool IsChecked);

/// <summary>What a run folder holds that can be used, and what it lacks: the one way in which run folders are
/// read.</summary>
public sealed record RecordedRun
{
    /// <summary>A note of this id is in <see cref="Info"/> where trials or the plan are not as they were
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

    /// <summary>What run.json says, with notes of what is damaged.</summary>
    public RunInfo Info { get; }

    /// <summary>What run.json says.</summary>
    public RunInfo Plan => _info;

    /// <summary>The plan is what was written, as far as can be told.</summary>
    public bool IsPlanAsWritten => _isAsWritten;

    public IReadOnlyList<TrialRecord> Trials { get; }

    public IReadOnlyList<BadLine> Bad { get; }

    internal IReadOnlyList<TrialLine> Lines => _lines;

    /// <summary>Trials are lacking or bad, or there are more than were measured.</summary>
    public bool HasDamagedTrials => Bad.Count > 0 || _info.Trials is { } written && written != Trials.Count;

    public static bool IsDamaged(Summary summary) => summary.Notes.Any(note => note.Id == DamagedId);

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
