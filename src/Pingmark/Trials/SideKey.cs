using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>What cells have in common that one side can serve: everything but what the side is connected for.</summary>
/// <param name="Server">The label of the servers' suite entry; null where the side is a client that plays against all.
/// Two entries of a suite never share a server, even where their stacks are the same.</param>
/// <param name="Client">The stack of the clients; null where the side is a server against which all play.</param>
/// <param name="Clients">How many workers the client has.</param>
/// <param name="Scenario">The scenario, with the defaults of all that only a client is told when it connects.</param>
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
/// <param name="Client">The key of the client, which is the server's where one process plays both.</param>
internal sealed record SideKeys(SideKey Server, SideKey Client)
{
    public IReadOnlyList<SideKey> OfProcesses => Client == Server ? [Server] : [Server, Client];

    /// <summary>Makes the keys of a cell.</summary>
    /// <param name="isShared">Whether all other cells that need the same side share it; false where a pair keeps to
    /// itself.</param>
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
