using Pingmark.Model;

namespace Pingmark.Checks;

/// <summary>One check of one trial's figures, against each other and against what is possible; one file each, listed in
/// <see cref="TrialAudits"/>.</summary>
internal interface ITrialAudit
{
    /// <returns>Null when there is nothing to say. <see cref="AuditVerdict.Invalid"/> withholds the trial: it is kept
    /// and shown, and no figure has a part of it.</returns>
    Note? Judge(TrialRecord trial, Cell cell);

    /// <summary>A busy machine alone can be the cause.</summary>
    bool MayBeNoise => false;
}

/// <summary>All checks of a trial.</summary>
public static class TrialAudits
{
    private static readonly ITrialAudit[] All =
    [
        new Conservation(),
        new CountsAgree(),
        new LittlesLaw(),
        new ShortestRoundTrip(),
        new WarmUpSettled(),
        new SlicesAgree(),
        new Drift(),
        new IdleNeighbours(),
        new ForeignWork(),
        new StolenTime(),
        new RunQueueDelay(),
        new Disturbance(),
        new NetworkOnTime(),
    ];

    /// <param name="record">Of a trial that was measured to its end.</param>
    public static IReadOnlyList<Note> Judge(Cell cell, TrialRecord record) =>
        All.Select(audit => Judge(audit, cell, record)).OfType<Note>().ToList();

    /// <summary>Every check that withholds this trial may do so for a busy machine alone.</summary>
    public static bool MayBeNoise(Cell cell, TrialRecord record) =>
        All.All(audit => audit.MayBeNoise || audit.Judge(record, cell) is not { Verdict: AuditVerdict.Invalid });

    private static Note? Judge(ITrialAudit audit, Cell cell, TrialRecord record)
    {
        var note = audit.Judge(record, cell);
        return note is { Verdict: AuditVerdict.Invalid } && record.NoiseAccepted && audit.MayBeNoise
            ? note with
            {
                Verdict = AuditVerdict.Warning,
            }
            : note;
    }
}
