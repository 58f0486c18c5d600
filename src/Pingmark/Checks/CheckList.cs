using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Checks;

/// <summary>All checks, in the order in which reports show what they found.</summary>
internal static class CheckList
{
    public static readonly IReadOnlyList<Check<MeasuredTrial>> OfTrials =
    [
        new Conservation(),
        new CountsAgree(),
        new LittlesLaw(),
        new ShortestRoundTrip(),
        new Strangers(),
        new NetworkOnTime(),
    ];

    public static readonly IReadOnlyList<Check<CellEvidence>> OfCells =
    [
        new Generators(),
        new CorruptAnswers(),
        new LostMessages(),
        new SilentConnections(),
        new LocalPortsHeld(),
        new SnapshotsDue(),
        new TargetRate(),
        new SharedCores(),
        new Limit(),
        new NoisyCell(),
        new ThrottledCell(),
        new UnsettledRate(),
        new NagleMode(),
        new MixedVersions(),
    ];

    public static readonly IReadOnlyList<Check<MeasuredRun>> OfRuns =
    [
        new MachineInUse(),
        new ThrottledRun(),
        new FewRounds(),
        new PacedUnasked(),
        new MachineSpeed(),
    ];

    /// <summary>The checks that <c>doctor</c> runs.</summary>
    public static readonly IReadOnlyList<Check<MachineFacts>> OfMachines =
    [
        new ClockCost(),
        new CoreCount(),
        new SleepDepth(),
        new Frequency(),
        new MachineSteal(),
        new Neighbours(),
        new ThrottledMachine(),
        new PacingControl(),
        new SocketBuffers(),
        new OpenFileLimit(),
        new ThreadLimit(),
        new FreeMemory(),
        new Ipv6Loopback(),
        new FreePorts(),
        new NoiseFloor(),
    ];

    /// <summary>The checks that run when a run begins.</summary>
    public static readonly IReadOnlyList<Check<RunConditions>> OfConditions =
    [
        new CpuQuotaLimit(),
        new TunedByEnvironment(),
        new SiblingThreads(),
    ];

    /// <summary>The check that runs when a run folder is read.</summary>
    public static readonly DamagedRun OfRecords = new();

    /// <summary>The checks of a search for capacities.</summary>
    public static readonly IReadOnlyList<Check<SearchedCell>> OfSearches =
    [
        new SearchCrowded(),
        new ThrottledSearch(),
        new SearchNoise(),
    ];

    public static readonly IReadOnlyList<CheckRow> Rows =
    [
        .. OfTrials.Select(check => check.Row),
        .. OfCells.Select(check => check.Row),
        .. OfRuns.Select(check => check.Row),
        OfRecords.Row,
        .. OfSearches.Select(check => check.Row),
        .. OfMachines.Select(check => check.Row),
        .. OfConditions.Select(check => check.Row),
    ];

    private static readonly ILookup<string, CheckRow> ById = Rows.ToLookup(row => row.Id);

    public static IEnumerable<CheckRow> Find(string id) => ById[id];

    /// <summary>Whether a command that found this ends with <see cref="ExitCode.CellFailed"/>.</summary>
    public static bool FailsCommand(Note note) =>
        note.Verdict >= AuditVerdict.Warning && ById[note.Id].Any(row => row.FailsCommand);

    /// <summary>The checks whose words mark a cell's row for what they have found.</summary>
    public static IEnumerable<CheckRow> Marking(IEnumerable<Note> audits) =>
        audits
            .Where(audit => audit.Verdict == AuditVerdict.Warning)
            .SelectMany(audit => ById[audit.Id])
            .Where(row => row.Mark.Length > 0)
            .Distinct();

    /// <summary>The words that mark a cell's row for what checks have found.</summary>
    public static IEnumerable<string> Marks(IEnumerable<Note> audits) => Marking(audits).Select(row => row.Mark);

    /// <summary>What the answer of a report says of a note; empty where it needs no mention there.</summary>
    public static string InAnswer(Note note) =>
        ById[note.Id].Select(row => row.InAnswer).FirstOrDefault(text => text.Length > 0, "");

    /// <summary>Whether reports show a note of the run before the figures.</summary>
    public static bool IsCaution(Note note) =>
        note.Verdict == AuditVerdict.Invalid
        || note.Verdict == AuditVerdict.Warning && ById[note.Id].Any(row => row.ComesFirst);
}
