using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Checks.Cells;

/// <summary>Finds cells of several servers one of which had nothing to do: then fewer were measured than were asked
/// for.</summary>
internal sealed class UnusedServers()
    : CellCheck(
        "unused-servers",
        "Of several servers one got no messages, or one of its clients none back.",
        "Look at what lies between the clients and that server, or report it as a fault of the stack.",
        needsNoCountedTrial: true
    )
{
    protected override Finding? FindOne(CellEvidence evidence) =>
        evidence.Cell.Scenario.Servers is { } servers
        && evidence.Judged.Any(judged => judged.Trial.Unbroken is { Generators.LeastReceived: 0 })
            ? Invalid(
                "of {generators} generators, spread over {servers} servers, one got no answer, so that fewer servers "
                    + "were measured than were asked for",
                Count("generators", evidence.Cell.Scenario.ClientWorkers),
                Count("servers", servers)
            )
            : null;
}
