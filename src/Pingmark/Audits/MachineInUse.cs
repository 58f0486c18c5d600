using Pingmark.Checks;
using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Wording;

namespace Pingmark.Audits;

/// <summary>Whether others had the cores in most of a run: then it is no fault of single trials, and the first thing to
/// know of the whole run.</summary>
internal static class MachineInUse
{
    public const string Id = "machine-in-use";

    /// <summary>Of the trials.</summary>
    private const double Most = 1.0 / 3;

    public static IEnumerable<Note> Judge(IReadOnlyList<CellEvidence> cells)
    {
        var trials = cells.SelectMany(cell => cell.Judged).ToList();
        var crowded = trials.Where(trial => RunQueueDelay.IsCrowded(trial.Trial)).ToList();
        if (crowded.Count <= Most * trials.Count)
            yield break;
        var shares = crowded.Select(one => ForeignWork.Share(one.Trial)).OfType<double>().Where(s => s > 0).ToList();
        var used = shares.Count == 0 ? "others had cores of this run" : $"others used {Range(shares)} of the cores";
        yield return new(
            Id,
            crowded.Exists(one => one.Notes.Any(IsWithheld)) ? AuditVerdict.Invalid : AuditVerdict.Warning,
            $"{used} in {crowded.Count} of {trials.Count} trials, and kept its threads waiting: don't use these "
                + "figures; `top` shows who it is"
        );
    }

    /// <summary>Whether figures of a cell rest on trials in which its threads waited for others.</summary>
    public static bool IsCrowded(CellEvidence cell) => cell.Ok.Count(RunQueueDelay.IsFelt) > Most * cell.Ok.Count;

    private static string Range(List<double> shares)
    {
        var (least, most) = (NumberText.Percent(shares.Min()), NumberText.Percent(shares.Max()));
        return least == most ? least : $"{least} to {most}";
    }

    /// <summary>Unless the noise was accepted.</summary>
    private static bool IsWithheld(Note note) => note is { Id: RunQueueDelay.Id, Verdict: AuditVerdict.Invalid };
}
