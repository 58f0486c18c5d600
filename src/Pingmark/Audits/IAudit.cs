using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Audits;

/// <summary>One check of one cell's evidence; one file each, listed in <see cref="CellAudits"/>.</summary>
internal interface IAudit
{
    /// <returns>Null when there is nothing to say. </returns>
    Note? Judge(CellEvidence evidence);
}

/// <summary>All checks of a cell.</summary>
internal static class CellAudits
{
    private static readonly IAudit[] All =
    [
        new LostGenerators(),
        new StartSkew(),
        new CorruptAnswers(),
        new LostMessages(),
        new ReceiveDrops(),
        new SilentConnections(),
        new LocalPortsHeld(),
        new SnapshotsDue(),
        new TargetRate(),
        new SendLateness(),
        new SharedCores(),
        new OneProcess(),
        new BusySide(),
        new Stationarity(),
        new SlicingEarned(),
        new Steal(),
        new NagleMode(),
        new UnseenSockets(),
        new MissingInLog(),
        new MixedVersions(),
        new CoreSleep(),
    ];

    public static IReadOnlyList<Note> Judge(CellEvidence evidence) =>
        [
            .. OfTrials.Judge(evidence),
            .. All.Where(audit => evidence.Ok.Count > 0 || audit is LostGenerators)
                .Select(audit => audit.Judge(evidence))
                .OfType<Note>(),
        ];
}
