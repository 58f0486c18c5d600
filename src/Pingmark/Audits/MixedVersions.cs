using System.Text.RegularExpressions;
using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Audits;

/// <summary>Machines of their own may have runtimes of their own: then a stack is measured with a client of another
/// version of itself.</summary>
internal sealed partial class MixedVersions : IAudit
{
    public Note? Judge(CellEvidence evidence)
    {
        var trial = evidence.Ok[0];
        return
            trial.OnTwoMachines
            && evidence.Cell.Stack == evidence.Cell.Client
            && trial.Versions.GetValueOrDefault("server") is { } server
            && trial.Versions.GetValueOrDefault("client") is { } client
            && Named(server) != Named(client)
            ? new(
                "mixed-versions",
                AuditVerdict.Warning,
                $"the server is {server}, and the client {client}: each has a part in the figure"
            )
            : null;
    }

    /// <summary>Without the collector, which a runtime chooses by its cores.</summary>
    private static string Named(string version) => Collector().Replace(version, "");

    [GeneratedRegex(@" \([^)]*\)")]
    private static partial Regex Collector();
}
