using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Checks;

/// <summary>Finds cells during most of which others had the cores. Where that is true of the run, it is said of the run
/// alone (<c>Runs.MachineInUse</c>).</summary>
internal sealed class NoisyCell()
    : CellCheck(
        Id,
        "Other processes had its cores in more than half of its slices.",
        "End what `top` shows, and measure again. `history` and `compare` leave it out.",
        needsNoCountedTrial: true,
        mark: Id
    )
{
    public const string Id = "noisy";

    protected override Finding? FindOne(CellEvidence evidence) =>
        Disturbance.In(evidence) is { IsNoisy: true, Throttling: not { Sentence: not null } } disturbance
            ? Warning(
                "noisy: other processes had its cores in {share} of its {parts}; a quiet machine may give another "
                    + "figure; `top` shows who it is",
                Share("share", disturbance.Share),
                Named("parts", disturbance.Parts)
            )
            : null;
}

/// <summary>Finds cells that waited for a core because of a quota, and not of other processes. Of a whole run it is said
/// once.</summary>
internal sealed class ThrottledCell()
    : CellCheck(
        Id,
        "The CPU quota of a control group stopped its processes in more than a tenth of the quota's periods.",
        "Raise the container's limit (cpu.max, `--cpus`).",
        needsNoCountedTrial: true,
        mark: Id
    )
{
    public const string Id = "throttled";

    protected override Finding? FindOne(CellEvidence evidence) =>
        Disturbance.In(evidence).Throttling?.Sentence is { } sentence
            ? Warning(sentence.WithPrefix("throttled: "))
            : null;
}

/// <summary>Finds cells that had no one rate while they were measured, and says by what it shows most
/// (<see cref="Settling"/>). No trial is withheld for it: the change that was seen widens the interval.</summary>
internal sealed class UnsettledRate()
    : CellCheck(
        "drift",
        "Its rate was not stable, so another run may give another one.",
        "Lengthen duration or warmup, or raise `--budget`.",
        mark: "drift"
    )
{
    private const string Mend = "lengthen duration or warmup";

    protected override Finding? FindOne(CellEvidence evidence) =>
        evidence.Unsettled is { } unsettled
            ? unsettled.Sign switch
            {
                UnsettledSign.Moved => Warning(
                    $"drift: the second half of its slices ran at {{ratio}} of the first; {Mend}",
                    Factor("ratio", unsettled.Ratio)
                ),
                UnsettledSign.TwoRates => Warning(
                    $"drift: in slices it ran at {{ratio}} of its rate in the continuous window, which is beyond "
                        + $"their noise; {Mend}",
                    Factor("ratio", unsettled.Ratio)
                ),
                var sign => Warning($"drift: {Cause(sign, evidence.Cell.Scenario)}; {Mend}"),
            }
            : null;

    private static string Cause(UnsettledSign sign, Scenario scenario) =>
        sign switch
        {
            UnsettledSign.Compiling => "a side still compiled when the longest warm-up ended",
            UnsettledSign.Slowing => "it became ever slower until the longest warm-up ended",
            _ => $"the {(scenario.RatePerS is null ? "rate" : "round trips")} had not settled when the warm-up ended",
        };
}
