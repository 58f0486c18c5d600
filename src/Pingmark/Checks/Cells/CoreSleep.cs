using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Checks.Cells;

/// <summary>Finds cells with one message at a time between two cores that block: each waits for the other in a sleep
/// state, and waking it is most of the round trip.</summary>
internal sealed class CoreSleep()
    : CellCheck(
        "core-sleep",
        "Most of a round trip is the waking of cores that sleep while they wait, as for every blocking stack.",
        "`--no-sleep-states`, spinning stacks, or pin.server=all with pin.client=all show the rest."
    )
{
    private const int SmallBytes = 1024;

    protected override Finding? FindOne(CellEvidence evidence)
    {
        var trial = evidence.Ok[0];
        var waits =
            evidence.Cell.Scenario is { TotalInFlight: 1, MessageBytes: <= SmallBytes }
            && !trial.ServerSpins
            && !trial.ClientSpins
            && !trial.OnTwoMachines
            && trial.ServerCpus != trial.ClientCpus;
        return
            waits
            && Metric.P50.Estimation.ValueOf(evidence.Primary(trial)) is { } roundTripNs
            && SleepingCores.AreFelt(roundTripNs)
            // Others keep the cores awake.
            && !OutsidersShare.IsCrowded(evidence)
            ? Note(
                "most of the round trip is the time that sleeping cores take to wake up, for every blocking stack; "
                    + "`--no-sleep-states`, spinning stacks or pin.server=all with pin.client=all show the rest"
            )
            : null;
    }
}
