using Pingmark.Checks;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Results;

/// <summary>A line of trials.jsonl.</summary>
/// <param name="IsChecked">Whether it has a checksum that agrees.</param>
internal sealed record TrialLine(string Text, TrialRecord Trial, bool IsChecked);

/// <summary>The usable content of a run folder, and what is missing.</summary>
public sealed record RecordedRun
{
    /// <summary>The id of the note that trials or the plan are damaged.</summary>
    public const string DamagedId = DamagedRun.Id;

    internal RecordedRun(RunInfo plan, bool isPlanAsWritten, IReadOnlyList<TrialLine> lines, IReadOnlyList<string> bad)
    {
        (Plan, IsPlanIntact, Lines, BadLines) = (plan, isPlanAsWritten, lines, bad);
        Trials = lines.Select(line => line.Trial).ToList();
        var read = new RecordedTrials(
            isPlanAsWritten,
            !HasDamagedTrials,
            Trials.Count,
            plan.Trials,
            lines.Count(line => !line.IsChecked),
            bad
        );
        Info = plan with { Notes = [.. plan.Notes, .. CheckList.OfRecords.Judge(read).Select(f => f.ToNote())] };
    }

    /// <summary>The content of run.json, with notes of what is damaged.</summary>
    public RunInfo Info { get; }

    /// <summary>The content of run.json.</summary>
    public RunInfo Plan { get; }

    /// <summary>Whether the plan is as it was written, as far as its checksum tells.</summary>
    public bool IsPlanIntact { get; }

    public IReadOnlyList<TrialRecord> Trials { get; }

    /// <summary>What is wrong with each line of trials.jsonl that is left out, with its place.</summary>
    public IReadOnlyList<string> BadLines { get; }

    internal IReadOnlyList<TrialLine> Lines { get; }

    /// <summary>Whether trials are missing or bad, or there are more than were measured.</summary>
    public bool HasDamagedTrials => BadLines.Count > 0 || Plan.Trials is { } written && written != Trials.Count;

    public static bool IsDamaged(Summary summary) => DamageTexts(summary.Notes).Any();

    /// <summary>What of the notes of a run tells a damage, in words.</summary>
    public static IEnumerable<string> DamageTexts(IEnumerable<Note> notes) =>
        notes.Where(note => note is { Id: DamagedId, Verdict: AuditVerdict.Warning }).Select(note => note.Text);
}

/// <summary>A run with its summary, which is built again from its trials.</summary>
public sealed record SummedRun(RunInfo Info, IReadOnlyList<TrialRecord> Trials, Summary Summary)
{
    private const string SummaryFile = "summary.json";
    private const double LongestRunS = 1e9;

    /// <exception cref="BadInputException">The run is damaged.</exception>
    public static SummedRun Read(RunFolder folder)
    {
        var (recorded, earlier) = (folder.Read(), Earlier(folder));
        var (info, trials) = (recorded.Info, recorded.Trials);
        var summary = SummaryBuilder.Build(
            info,
            trials,
            earlier?.DurationS is >= 0 and < LongestRunS and var seconds ? DurationOf(seconds) : null,
            earlier?.Interrupted ?? info.Trials is null
        );
        return new(info, trials, summary);
    }

    /// <summary>The duration whose seconds these are. <see cref="TimeSpan.FromSeconds(double)"/> cuts the last tick
    /// off, so that what is made of it would differ from what was written.</summary>
    internal static TimeSpan DurationOf(double seconds) =>
        TimeSpan.FromTicks((long)Math.Round(seconds * TimeSpan.TicksPerSecond));

    /// <summary>Whether the run ended by itself.</summary>
    public static bool IsComplete(RunFolder folder) => Earlier(folder) is { Interrupted: false };

    /// <summary>The summary as it was written, for the duration; null for a killed run or a damaged summary.</summary>
    private static Summary? Earlier(RunFolder folder)
    {
        try
        {
            return PlainFile.Exists(folder[SummaryFile]) ? SummaryJson.Load(folder[SummaryFile]) : null;
        }
        catch (BadInputException)
        {
            return null;
        }
    }
}
