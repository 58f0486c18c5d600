using Pingmark.Model;
using Pingmark.Statistics;

namespace Pingmark.Checks;

internal sealed class MachineSteal()
    : MachineCheck(
        "steal",
        "The hypervisor kept over 0.5 % of the wanted CPU time (warning: 2 %).",
        "Measure at a quieter time, or on a dedicated machine."
    )
{
    private static readonly Limits OfWantedTime = new(0.005, 0.02);

    protected override Finding? FindOne(MachineFacts facts) =>
        facts.Noise is { StealShare: var share }
            ? FindWithMend(
                OfWantedTime.SeverityOf(share),
                "measure at a quieter time, or on a dedicated machine",
                "The hypervisor kept {share} of the CPU time that was wanted.",
                Share("share", share)
            )
            : Note("Not measured, for the noise was not.");
}

internal sealed class Neighbours()
    : MachineCheck(
        "neighbours",
        "Other processes used over 2 % of the cores (warning: 5 %).",
        "End what `top` shows, or pin server and client to cores of their own."
    )
{
    private static readonly Limits OfCores = new(0.02, MachineNoise.MaxForeignShare);

    protected override Finding? FindOne(MachineFacts facts) =>
        facts.Noise is { Noise.ForeignShare: var share }
            ? FindWithMend(
                OfCores.SeverityOf(share),
                "`top` shows them; end them, or keep server and client on cores of their own (pin)",
                "Other processes used {share} of the cores.",
                Share("share", share)
            )
            : Note("Not measured, for the noise was not.");
}

internal sealed class ThrottledMachine()
    : MachineCheck(
        ThrottledCell.Id,
        "The CPU quota of a control group stopped the processes in more than a tenth of the quota's periods.",
        "Raise the container's limit (cpu.max, `--cpus`)."
    )
{
    protected override Finding? FindOne(MachineFacts facts) =>
        facts.Noise is not { } noise ? Note("Not measured, for the noise was not.")
        : noise.Throttling is not { } throttling ? Ok("No CPU quota of a control group limits the processes.")
        : FindWithMend(
            throttling.Sentence is null ? FindingSeverity.Ok : FindingSeverity.Warning,
            "raise the container's limit (cpu.max, `--cpus`)",
            "The CPU quota of a control group stopped the processes in {throttled} of {periods} periods.",
            Count("throttled", throttling.ThrottledPeriods),
            Count("periods", throttling.Periods)
        );
}

/// <summary>Checks how small a difference can be resolved at all, by the difference of two pairs that are
/// alike.</summary>
internal sealed class NoiseFloor()
    : MachineCheck(
        "noise",
        "Two identical pairs differ so much that a minute resolves only 5 % (warning: 10 %).",
        "Mend the other findings, or raise `--rounds` or `--budget`."
    )
{
    /// <summary>The plan of a suite like <c>quick</c> within a minute.</summary>
    private const int Starts = 2,
        Slices = 24,
        Comparisons = 14;

    private static readonly Limits OfHalfWidth = new(0.05, 0.1);

    protected override Finding? FindOne(MachineFacts facts)
    {
        if (facts.Noise is not { Noise: var noise })
            return Warning("Not measured: {problem}.", Named("problem", facts.NoiseProblem));
        var reached = NoiseModel.FromNoise(noise).HalfWidth(Starts, Slices * noise.SliceNs, noise.SliceNs, Comparisons);
        return FindWithMend(
            OfHalfWidth.SeverityOf(reached),
            "more rounds or a larger --budget narrow it, and so does what mends the other findings",
            "Two alike pairs ({stack}) differ by {slices} from slice to slice ({slice}) and by {starts} from start to "
                + $"start; a single rate moves by {{rate}}. {Starts} starts of {Slices} slices resolve about ± "
                + "{reached}{kept}.",
            Named("stack", noise.Stack),
            Share("slices", noise.SliceSd),
            Duration("slice", noise.SliceNs),
            Share("starts", noise.ProcessSd),
            Share("rate", noise.RateSd),
            Share("reached", reached),
            Named("kept", facts.KeepingProblem is { } problem ? $" (not kept: {problem.TrimEnd('.')})" : "")
        );
    }
}
