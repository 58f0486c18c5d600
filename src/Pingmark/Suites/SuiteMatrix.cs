using System.Globalization;
using Pingmark.Model;
using Pingmark.Wording;

namespace Pingmark.Suites;

/// <summary>The lists of a suite, of which every combination is a scenario.</summary>
/// <param name="Template">All of a scenario that is no dimension.</param>
internal sealed record Dimensions(
    Scenario Template,
    IReadOnlyList<int> Connections,
    IReadOnlyList<int> InFlight,
    IReadOnlyList<int> MessageBytes,
    IReadOnlyList<Payload> Payload,
    IReadOnlyList<Transmission?> Transmission
)
{
    public long Count =>
        (long)Connections.Count * InFlight.Count * MessageBytes.Count * Payload.Count * Transmission.Count;

    /// <summary>All scenarios, the last dimension fastest.</summary>
    public IEnumerable<Scenario> Scenarios() =>
        from connections in Connections
        from inFlight in InFlight
        from bytes in MessageBytes
        from payload in Payload
        from transmission in Transmission
        select Template with
        {
            Connections = connections,
            InFlight = inFlight,
            MessageBytes = bytes,
            Payload = payload,
            Transmission = transmission,
        };

    /// <summary>What tells a scenario from the others of the same name.</summary>
    public string Id(Scenario s)
    {
        var size = string.Create(CultureInfo.InvariantCulture, $"c{s.Connections} f{s.InFlight} {s.MessageBytes}B");
        string?[] words =
        [
            s.Name,
            s.Name.Length > 0 && Count == 1 ? null : size,
            Payload.Count > 1 ? s.Payload.Word() : null,
            Transmission.Count > 1 ? s.Transmission?.Word() : null,
        ];
        return string.Join(' ', words.Where(word => !string.IsNullOrEmpty(word)));
    }
}

/// <summary>Multiplies out stacks, clients and scenarios.</summary>
internal static class SuiteMatrix
{
    /// <summary>More is a typing error: 2000 cells of a second in 5 rounds are three hours.</summary>
    public const int MostCells = 2000;

    /// <summary>For each scenario, the stacks in their order, each with its clients.</summary>
    public static IReadOnlyList<Cell> Build(
        IReadOnlyList<StackEntry> entries,
        ClientChoice suiteClients,
        IReadOnlyList<Dimensions> scenarios,
        Place place,
        Problems problems
    )
    {
        var players = entries
            .Select(e => (Entry: e, Clients: (e.Clients ?? suiteClients).For(e.Stack, problems)))
            .ToList();
        var perScenario = players.Sum(p => p.Clients.Count);
        var count = scenarios.Sum(s => s.Count);
        if (perScenario * count > MostCells)
        {
            problems.Add(
                place,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"the matrix has {perScenario * count} cells ({perScenario} stacks and clients x {Sizes(scenarios)}); {MostCells} are the most"
                )
            );
            return [];
        }
        return (
            from dimensions in scenarios
            from scenario in dimensions.Scenarios()
            from player in players
            from client in player.Clients
            select new Cell
            {
                Id =
                    $"{player.Entry.Name} {dimensions.Id(scenario)}"
                    + (player.Clients.Count > 1 ? $" client {client}" : ""),
                Label = player.Entry.Name,
                Stack = player.Entry.Stack,
                Client = client,
                Scenario = scenario,
                RuntimeOptions = player.Entry.RuntimeOptions,
            }
        ).ToList();
    }

    private static string Sizes(IReadOnlyList<Dimensions> scenarios) =>
        scenarios is [var d]
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"{d.Connections.Count} connections x {d.InFlight.Count} in_flight x {d.MessageBytes.Count} message_bytes x {d.Payload.Count} payload x {d.Transmission.Count} transmission"
            )
            : string.Create(CultureInfo.InvariantCulture, $"{scenarios.Sum(s => s.Count)} scenarios");
}
