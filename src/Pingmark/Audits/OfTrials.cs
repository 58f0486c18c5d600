using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Audits;

/// <summary>
/// What the checks of single trials (<c>Checks.TrialAudits</c>) come to for their cell. A trial that a check withholds
/// is in no figure; while others are left, that is something to know, and when none is, the cell is invalid.
/// </summary>
internal static class OfTrials
{
    public static IEnumerable<Note> Judge(CellEvidence evidence)
    {
        var trials = evidence.Ok.Count + evidence.Withheld;
        return evidence
            .TrialNotes.GroupBy(note => (note.Id, note.Verdict))
            .Select(notes =>
                notes.First() with
                {
                    Verdict =
                        notes.Key.Verdict == AuditVerdict.Invalid && evidence.Ok.Count > 0
                            ? AuditVerdict.Warning
                            : notes.Key.Verdict,
                    Text = Text(notes.First(), notes.Count(), trials),
                }
            );
    }

    private static string Text(Note note, int count, int trials) =>
        note.Verdict == AuditVerdict.Invalid
            ? $"{(trials == 1 ? "the trial is" : $"{count} of {trials} trials {(count == 1 ? "is" : "are")}")} "
                + $"withheld: "
                + note.Text
        : count == trials ? note.Text
        : $"in {count} of {trials} trials {note.Text}";
}
