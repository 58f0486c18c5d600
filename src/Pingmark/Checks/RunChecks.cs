using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Statistics;

namespace Pingmark.Checks;

/// <summary>What a check of a run looks at.</summary>
/// <param name="Cells">The cells' summaries.</param>
internal sealed record MeasuredRun(RunInfo Info, IReadOnlyList<CellEvidence> Evidence, IReadOnlyList<CellSummary> Cells)
{
    /// <summary>The trials that were measured, whether they count or not.</summary>
    public IReadOnlyList<TrialRecord> Trials { get; } = TrialsOf(Evidence);

    /// <summary>The trials of a run's cells that were measured, whether they count or not.</summary>
    public static IReadOnlyList<TrialRecord> TrialsOf(IEnumerable<CellEvidence> cells) =>
        [.. cells.SelectMany(cell => cell.Judged).Select(judged => judged.Trial)];
}

/// <summary>Runs the checks of whole runs.</summary>
internal static class RunChecks
{
    public static IReadOnlyList<Finding> Judge(MeasuredRun run) =>
        [.. CheckList.OfRuns.SelectMany(check => check.Judge(run))];
}

/// <summary>Tells in how much of a run others had the cores. Slices that take turns share the disturbance, but not
/// alike: beside a busy process on one of two cores a stack at 0.25x of the baseline had 0.67x.</summary>
internal sealed class MachineInUse()
    : RunCheck(
        "machine-in-use",
        "A noisy machine: other processes had the cores in more than half of the run's slices. Less is a note.",
        "End what `top` shows, and measure again. `history` and `compare` leave the run out.",
        comesFirst: true,
        inAnswer: "noisy machine: end what `top` shows, and measure again"
    )
{
    protected override Finding? FindOne(MeasuredRun run)
    {
        var disturbance = Disturbance.In(run.Trials);
        var (share, parts) = (Share("share", disturbance.Share), Named("parts", disturbance.Parts));
        return disturbance.Share == 0 || disturbance.Throttling?.Sentence is not null ? null
            : disturbance.IsNoisy
                ? Warning(
                    "noisy machine: other processes had the cores in {share} of the {parts}; a quiet machine may show "
                        + "other differences; `top` shows who it is",
                    share,
                    parts
                )
            : Note("other processes had the cores in {share} of the {parts}", share, parts);
    }
}

internal sealed class ThrottledRun()
    : RunCheck(
        "run-throttled",
        "The CPU quota of a control group stopped the processes in more than a tenth of the quota's periods.",
        "Raise the container's limit (cpu.max, `--cpus`). `history` and `compare` leave out cells that waited for it.",
        comesFirst: true,
        inAnswer: "throttled: raise the CPU quota (cpu.max, `--cpus`), and measure again"
    )
{
    protected override Finding? FindOne(MeasuredRun run) =>
        Disturbance.In(run.Trials).Throttling?.Sentence is { } sentence
            ? Warning(sentence.WithPrefix("throttled: "))
            : null;
}

internal sealed class FewRounds()
    : RunCheck(
        "few-rounds",
        "A cell has one round: its figures rest on one start of the processes, and intervals are wider.",
        "Raise `--rounds` or `--budget`."
    )
{
    protected override Finding? FindOne(MeasuredRun run)
    {
        var measured = run.Cells.Where(c => c is { Rounds: > 0, Status: not CellStatus.Failed }).ToList();
        if (measured.Count == 0 || measured.Min(c => c.Rounds) is not (< RatioTest.FewestRounds and var fewest))
            return null;
        var asked = run.Info.Settings.Rounds;
        return Note(
            $"{{rounds}} {(fewest == 1 ? "round" : "rounds")}{(fewest < asked ? " of {asked}" : "")}: figures rest on "
                + $"one start of the processes, and intervals of ratios are wider for it; "
                + $"{Mend(run.Info.Settings, fewest)}",
            Count("rounds", fewest),
            Count("asked", asked)
        );
    }

    private static string Mend(SuiteSettings settings, int rounds) =>
        rounds == settings.Rounds ? "--rounds gives more"
        : settings.BudgetNs is null ? "the run ended early"
        : "a larger budget gives more";
}

/// <summary>Finds large messages sent over loopback by a congestion control that paces, which holds bulk transfers back
/// though nothing is congested.</summary>
internal sealed class PacedUnasked()
    : RunCheck(
        "congestion-control",
        "Large messages went over loopback with a congestion control that paces.",
        "Compare with socket.congestion_control=cubic."
    )
{
    private const int BulkBytes = 16 * 1024;
    private const string EffectiveControl = "server.congestion_control";

    protected override Finding? FindOne(MeasuredRun run) =>
        run.Info.Sites.Count == 0 && run.Cells.FirstOrDefault(IsPaced) is { } paced
            ? Warning(
                "large messages with {control}, this machine's default: pacing slows bulk transfers on loopback; "
                    + "compare with socket.congestion_control=cubic",
                Named("control", paced.EffectiveOptions[EffectiveControl])
            )
            : null;

    private static bool IsPaced(CellSummary cell) =>
        cell
            is { Rounds: > 0, Status: not CellStatus.Failed }
                and { Scenario: { MessageBytes: >= BulkBytes, Socket.CongestionControl: null } }
        && cell.EffectiveOptions.GetValueOrDefault(EffectiveControl) is not (null or "cubic" or "reno");
}
