using Pingmark.Model;

namespace Pingmark.Checks.Runs;

/// <summary>Notes that trials have no checksums, which earlier versions did not write.</summary>
internal sealed class UncheckedTrials()
    : Check<RecordedTrials>(
        new(
            "unchecked-trials",
            CheckScope.Run,
            "Trials have no checksums, as an earlier pingmark wrote them: damages that leave them plausible are not "
                + "found.",
            "Measure again where it matters."
        )
    )
{
    protected override Finding? FindOne(RecordedTrials recorded) =>
        recorded.Unchecked > 0
            ? Note(
                "{unchecked} of {trials} trials have no checksums, as an earlier pingmark wrote them: of their damages "
                    + "only those are found that make them implausible",
                Count("unchecked", recorded.Unchecked),
                Count("trials", recorded.Usable)
            )
            : null;
}
