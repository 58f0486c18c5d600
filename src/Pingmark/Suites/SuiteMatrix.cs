using System.Globalization;

namespace Pingmark.Suites;

/// <summary>The lists of a suite, of which every combination is a scenario.</summary>
internal sealed record Dimensions(
    IReadOnlyList<int> Connections, IReadOnlyList<int> InFlight, IReadOnlyList<int> MessageBytes, IReadOnlyList<string> Payload)
{
    public long Count => (long)Connections.Count * InFlight.Count * MessageBytes.Count * Payload.Count;

    /// <summary>All scenarios, the last dimension fastest.</summary>
    public IEnumerable<Scenario> Of(Scenario template) =>
        from connections in Connections
        from inFlight in InFlight
        from bytes in MessageBytes
        from payload in Payload
        select template with { Connections = connections, InFlight = inFlight, MessageBytes = bytes, Payload = payload };
}

/// <summary>Multiplies out stacks, clients and scenarios.</summary>
internal static class SuiteMatrix
{
    /// <summary>More is a typing error: 2000 cells of a second in 5 rounds are three hours.</summary>
    public const int MostCells = 2000;

    /// <summary>For each scenario, the stacks in their order, each with its clients.</summary>
    public static IReadOnlyList<Cell> Build(
        IReadOnlyList<StackEntry> entries, ClientChoice suiteClients, Dimensions dimensions, Scenario template, Place place, Problems problems)
    {
        var players = entries.Select(e => (Entry: e, Clients: (e.Clients ?? suiteClients).For(e.Stack, problems))).ToList();
        var perScenario = players.Sum(p => p.Clients.Count);
        if (perScenario * dimensions.Count > MostCells)
        {
            var (d, c) = (dimensions, CultureInfo.InvariantCulture);
            problems.Add(place, string.Create(c, $"the matrix has {perScenario * d.Count} cells ({perScenario} stacks and clients x {d.Connections.Count} connections x {d.InFlight.Count} in_flight x {d.MessageBytes.Count} message_bytes x {d.Payload.Count} payload); {MostCells} are the most"));
            return [];
        }
        return (
            from scenario in dimensions.Of(template)
            from player in players
            from client in player.Clients
            select new Cell
            {
                Id = Id(player.Entry, scenario, dimensions.Payload.Count > 1, player.Clients.Count > 1 ? client : null),
                Label = player.Entry.Name,
                Stack = player.Entry.Stack,
                Client = client,
                Scenario = scenario,
                RuntimeOptions = player.Entry.RuntimeOptions,
            }).ToList();
    }

    private static string Id(StackEntry entry, Scenario s, bool withPayload, string? client) =>
        string.Create(CultureInfo.InvariantCulture, $"{entry.Name} c{s.Connections} f{s.InFlight} {s.MessageBytes}B")
        + (withPayload ? $" {s.Payload}" : "")
        + (client is null ? "" : $" client {client}");
}
