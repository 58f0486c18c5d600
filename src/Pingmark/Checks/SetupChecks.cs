using System.Text.RegularExpressions;
using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Checks;

/// <summary>Finds round trips of about 40 ms with Nagle's algorithm, which waits for Linux' delayed acknowledgement
/// (RFC 896, RFC 1122 4.2.3.2): they show a setting, not a speed.</summary>
internal sealed class NagleMode()
    : CellCheck(
        "nagle",
        "The median is about 40 ms: Nagle's algorithm waits for delayed acknowledgements.",
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

/// <summary>Finds cells whose sides are of different versions, as two machines may have: then a stack is measured with
/// a client of another version of itself.</summary>
internal sealed partial class MixedVersions()
    : CellCheck(
        "mixed-versions",
        "Server and client have different versions of a runtime or library.",
        "Install the same version on both machines."
    )
{
    protected override Finding? FindOne(CellEvidence evidence)
    {
        var trial = evidence.Ok[0];
        return
            trial.OnTwoMachines
            && evidence.Cell.Stack == evidence.Cell.Client
            && trial.Versions.GetValueOrDefault("server") is { } server
            && trial.Versions.GetValueOrDefault("client") is { } client
            && WithoutCollector(server) != WithoutCollector(client)
            ? Warning(
                "the server is {server}, and the client {client}: each has a part in the figure; install one version "
                    + "on both machines",
                Named("server", server),
                Named("client", client)
            )
            : null;
    }

    /// <summary>The version without the name of the garbage collector, which a runtime chooses by its cores.</summary>
    private static string WithoutCollector(string version) => Collector().Replace(version, "");

    [GeneratedRegex(@" \([^)]*\)")]
    private static partial Regex Collector();
}
