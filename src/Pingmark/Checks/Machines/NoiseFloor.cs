using Pingmark.Model;
using Pingmark.Statistics;

namespace Pingmark.Checks.Machines;

/// <summary>Checks how small a difference can be resolved at all, by the difference of two pairs that are
/// alike.</summary>
internal sealed class NoiseFloor()
    : MachineCheck(
        "noise",
        "Two alike pairs differ so much that a minute resolves no better than 5 % (a warning beyond 10 %).",
        "More rounds or a larger `--budget` narrow it, and so does what mends the other findings."
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
        var severity = OfHalfWidth.SeverityOf(reached);
        return Find(
            severity,
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
        ) with
        {
            Mend =
                severity == FindingSeverity.Ok
                    ? ""
                    : "more rounds or a larger --budget narrow it, and so does what mends the other findings",
        };
    }
}
