using System.Text.RegularExpressions;
using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Checks.Cells;

/// <summary>Finds cells whose sides are of different versions, as two machines may have: then a stack is measured with
/// a client of another version of itself.</summary>
internal sealed partial class MixedVersions()
    : CellCheck(
        "mixed-versions",
        "Server and client are of different versions of one runtime or library.",
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
