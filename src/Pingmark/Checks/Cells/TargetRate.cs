using Pingmark.Evidence;
using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Checks.Cells;

/// <summary>Finds cells that did not achieve the rate that was asked for: what was measured is another load.</summary>
internal sealed class TargetRate()
    : CellCheck(
        "target-rate-missed",
        "Less than 99 % of the rate that was asked for was achieved: what was measured is another load.",
        "Lower the rate, or raise in_flight where the bound of outstanding messages is too small."
    )
{
    private const double Enough = 0.99;

    protected override Finding? FindOne(CellEvidence evidence) =>
        evidence.Cell.Scenario is { RatePerS: { } rate } scenario
        && evidence.Ok.Average(r => r.Unbroken!.AchievedRate) is < Enough and var achieved
            ? Invalid(
                "{achieved} of {rate} was achieved: another load was measured; lower the rate, or raise in_flight "
                    + "above {slots} where the server keeps up",
                Share("achieved", achieved),
                new Quantity("rate", rate, perS => Units.FormatRate((long)perS)),
                Count("slots", scenario.InFlight)
            )
            : null;
}
