using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>What cells share that one side can serve: everything but what it is connected for.</summary>
/// <param name="Server">The label of its servers' suite entry; null: a client that plays against all. Two entries of a
/// suite never share a server, even where their stacks are the same.</param>
/// <param name="Client">The stack of its clients; null: a server that all play against.</param>
/// <param name="Clients">Workers of the client.</param>
/// <param name="Scenario">With the defaults of all that only a client is told when it connects.</param>
internal sealed record SideKey(
    bool IsServer,
    string? Server,
    string? Client,
    string Stack,
    string RuntimeOptions,
    int Clients,
    Scenario Scenario
);

/// <param name="Client">The server's, where one process plays both.</param>
internal sealed record SideKeys(SideKey Server, SideKey Client)
{
    public IReadOnlyList<SideKey> OfProcesses => Client == Server ? [Server] : [Server, Client];

    /// <param name="isShared">With all other cells that need the same side; false: a pair keeps to itself.</param>
    public static SideKeys Of(Cell cell, bool isShared)
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
            cell.Asked.AsOfServer
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
