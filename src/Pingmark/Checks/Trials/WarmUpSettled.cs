using Pingmark.Model;

namespace Pingmark.Checks.Trials;

/// <summary>Finds sides that still compiled, or became ever slower, so that they have no one speed. A warm-up that
/// ended only because its time was over is reported over all trials (<c>Cells.WarmUpUnsettled</c>).</summary>
internal sealed class WarmUpSettled()
    : TrialCheck(
        "warm-up",
        "A side still compiled, or became ever slower, when the longest warm-up ended.",
        "Give it a longer duration or warmup.",
        mayBeNoise: true
    )
{
    protected override Finding? FindOne(MeasuredTrial it) =>
        it.Trial.WarmUp?.Verdict switch
        {
            WarmUpVerdict.Compiling => Unsettled("a side still compiled when the longest warm-up ended"),
            WarmUpVerdict.Slowing => Unsettled("it became ever slower until the longest warm-up ended"),
            _ => null,
        };

    private Finding Unsettled(string what) => Withheld($"{what}: lengthen duration or warmup");
}
