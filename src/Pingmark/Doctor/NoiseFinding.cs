using Pingmark.Statistics;
using Pingmark.Wording;

namespace Pingmark.Doctor;

/// <summary>What can be told apart at all: the difference of two pairs that are alike.</summary>
internal sealed class NoiseFinding : IFinding
{
    /// <summary>Of a suite like <c>quick</c>, within a minute.</summary>
    private const int Starts = 2,
        Slices = 24,
        Comparisons = 14;
    private const double Good = 0.05,
        Poor = 0.1;

    public Finding Judge(MachineFacts facts)
    {
        if (facts.Noise is not { Noise: var noise })
            return new("noise", FindingVerdict.Warning, $"Not measured: {facts.NoiseProblem}.");
        var reached = Foresight.Of(noise).HalfWidth(Starts, Slices * noise.SliceNs, noise.SliceNs, Comparisons);
        var text =
            $"Two alike pairs ({noise.Stack}) differ by {NumberText.Percent(noise.SliceSd)} from slice to slice "
            + $"({NumberText.Duration(noise.SliceNs)}) and by {NumberText.Percent(noise.ProcessSd)} from start to "
            + $"start; "
            + $"a single rate moves by {NumberText.Percent(noise.RateSd)}. {Starts} starts of {Slices} slices resolve "
            + $"about ± {NumberText.Percent(reached)}{Kept(facts)}.";
        const string mend = "more rounds or a larger --budget narrow it, and so does what mends the other findings";
        return reached switch
        {
            <= Good => new("noise", FindingVerdict.Ok, text),
            <= Poor => new("noise", FindingVerdict.Note, text, mend),
            _ => new("noise", FindingVerdict.Warning, text, mend),
        };
    }

    private static string Kept(MachineFacts facts) =>
        facts.KeepingProblem is { } problem ? $" (not kept: {problem.TrimEnd('.')})" : "";
}
