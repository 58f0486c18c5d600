using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Runs;

/// <summary>The sources of a run's servers, where these are compared: one client measures several.</summary>
internal static class ServerSources
{
    public static IReadOnlyDictionary<string, IReadOnlyList<StackSource>> Of(
        IReadOnlyList<Cell> cells,
        IWorkerStarter starter
    ) =>
        Compared(cells)
            .Select(stack => (Stack: stack, Files: starter.SourcesOf(stack)))
            .Where(server => server.Files.Count > 0)
            .ToDictionary(server => server.Stack, server => server.Files);

    /// <summary>Those that share their client with others. Where each has several clients, these are compared,
    /// too.</summary>
    private static IEnumerable<string> Compared(IReadOnlyList<Cell> cells) =>
        cells
            .GroupBy(cell => cell.Client, cell => cell.Stack)
            .Select(ofClient => ofClient.Distinct().ToList())
            .Where(servers => servers.Count > 1)
            .SelectMany(servers => servers)
            .GroupBy(server => server)
            .Where(clients => clients.Count() == 1)
            .Select(clients => clients.Key);
}
