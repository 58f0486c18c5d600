using Pingmark.Model;

namespace Pingmark.Checks.Trials;

/// <summary>Finds trials whose server also had to turn unknown peers away, which is work that is not its
/// client's.</summary>
internal sealed class PeersTurnedAway()
    : TrialCheck(
        "strangers",
        "Others than the run's client sent to the server's port while it was measured.",
        "Find out by the address who it is; where they sent more than 1 % of the messages, the trial is withheld."
    )
{
    private const double Negligible = 0.01;

    protected override Finding? FindOne(MeasuredTrial it) =>
        it.Trial.Strangers is { } strangers
            ? new(
                Row,
                strangers.Share < Negligible ? FindingSeverity.Warning : FindingSeverity.Withheld,
                strangers.Sentence
            )
            : null;
}
