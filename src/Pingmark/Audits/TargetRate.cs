using System.Globalization;
using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Wording;

namespace Pingmark.Audits;

/// <summary>A rate that was asked for and not achieved: what was measured is another load.</summary>
internal sealed class TargetRate : IAudit
{
    private const double Enough = 0.99;

    public Note? Judge(CellEvidence evidence) =>
        evidence.Cell.Scenario is { RatePerS: { } rate } scenario
        && evidence.Ok.Average(r => r.Unbroken!.AchievedRate) is < Enough and var achieved
            ? new(
                "target-rate-missed",
                AuditVerdict.Invalid,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{100 * achieved:0.#} % of {Units.FormatRate(rate)} was achieved: the server does "
                        + $"not keep up, or the bound of {scenario.InFlight} messages outstanding on a "
                        + $"connection (in_flight) is too small"
                )
            )
            : null;
}
