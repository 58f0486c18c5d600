using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>Cells with an equal key can use the same side.</summary>
/// <param name="Server">The label of the servers' suite entry; null for a client that is used with all servers. Two
/// entries of a suite never share a server.</param>
/// <param name="Client">The stack of the clients; null for a server that is used with all clients.</param>
/// <param name="Clients">The number of client workers.</param>
/// <param name="Scenario">The scenario, with defaults for what only a connecting client needs to know.</param>
internal sealed record SideKey(
    bool IsServer,
    string? Server,
    string? Client,
    string Stack,
    string RuntimeOptions,
    int Clients,
    Scenario Scenario
);

/// <summary>The keys of a cell's two sides.</summary>
/// <param name="Client">The key of the client, which is the server's where one process is both.</param>
internal sealed record SideKeys(SideKey Server, SideKey Client)
{
    public IReadOnlyList<SideKey> ByProcess => Client == Server ? [Server] : [Server, Client];

    /// <param name="isShared">Whether other cells use the same sides, too; false for a pair of its own.</param>
    public static SideKeys ForCell(Cell cell, bool isShared)
    {
        var isOneProcess = cell.Scenario.PairThreads is not null;
        isShared &= !isOneProcess;
        var clients = cell.Scenario.ClientWorkers;
        var server = new SideKey(
            IsServer: true,
            cell.Label,
            isShared ? null : cell.Client,
            cell.Stack,
            string.Join('\n', cell.RuntimeOptions.Select(o => $"{o.Key}: {string.Join(' ', o.Value)}")),
            isShared ? 1 : clients,
            cell.Asked.ForServer
        );
        var client = server with
        {
            IsServer = false,
            Server = isShared ? null : cell.Label,
            Client = cell.Client,
            Stack = cell.Client,
            Clients = clients,
        };
        return new(server, isOneProcess ? server : client);
    }
}

/// <summary>How many pairs may be up at once, by the memory of their workers.</summary>
internal static class PairLimit
{
    /// <summary>A comparison needs two pairs.</summary>
    private const int MinPairs = 2;

    /// <param name="cells">The cells of a run; the first of a scenario and class is a baseline.</param>
    /// <param name="memoryBytes">The memory for all workers together.</param>
    /// <param name="workerBytes">The memory of a worker by its stack.</param>
    public static int ComputeMaxPairs(
        IReadOnlyList<Cell> cells,
        bool sharesSides,
        long memoryBytes,
        Func<string, long> workerBytes
    )
    {
        var baselines = cells.DistinctBy(cell => cell.ComparedWithin).ToHashSet();
        var sideBytes = cells
            .SelectMany(cell => SideKeys.ForCell(cell, sharesSides && !baselines.Contains(cell)).ByProcess)
            .Distinct()
            .Select(side => (side.IsServer ? side.Scenario.ServerWorkers : side.Clients) * workerBytes(side.Stack))
            .OrderDescending()
            .ToList();
        var (sides, bytes) = (0, 0L);
        while (sides < sideBytes.Count && (bytes += sideBytes[sides]) <= memoryBytes)
            sides++;
        return Math.Max(MinPairs, sides == sideBytes.Count ? (sides + 1) / 2 : sides / 2);
    }
}
