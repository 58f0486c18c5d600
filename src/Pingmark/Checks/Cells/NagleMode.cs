using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Checks.Cells;

/// <summary>Finds round trips of about 40 ms with Nagle's algorithm, which waits for Linux' delayed acknowledgement
/// (RFC 896, RFC 1122 4.2.3.2): they show a setting, not a speed.</summary>
internal sealed class NagleMode()
    : CellCheck(
        "nagle",
        "The median round trip is about 40 ms, for Nagle's algorithm waits for delayed acknowledgements.",
        "Compare with socket.no_delay=true."
    )
{
    private const double FromNs = 38e6,
        ToNs = 48e6;

    protected override Finding? FindOne(CellEvidence evidence) =>
        evidence
            .Ok[0]
            .EffectiveOptions.Any(o => o.Key.EndsWith(".no_delay", StringComparison.Ordinal) && o.Value != "true")
        && Metric.P50.Estimation.ValueOf(evidence.Primary(evidence.Ok[0])) is >= FromNs and <= ToNs
            ? Warning(
                "the median round trip is about 40 ms: Nagle's algorithm waits for delayed acknowledgements; compare "
                    + "with socket.no_delay=true"
            )
            : null;
}
