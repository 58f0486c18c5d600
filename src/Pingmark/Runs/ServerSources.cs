using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Runs;

/// <summary>The sources of a run's servers, for a suite that is about them: one client measures several.</summary>
internal static class ServerSources
{
    public static IReadOnlyDictionary<string, IReadOnlyList<StackSource>> Of(
        IReadOnlyList<Cell> cells,
        IWorkerStarter starter
    )
    {
        var servers = cells.Select(cell => cell.Stack).Distinct().ToList();
        return servers.Count > 1 && cells.Select(cell => cell.Client).Distinct().Count() == 1
            ? servers
                .Select(stack => (Stack: stack, Files: starter.SourcesOf(stack)))
                .Where(server => server.Files.Count > 0)
                .ToDictionary(server => server.Stack, server => server.Files)
            : new Dictionary<string, IReadOnlyList<StackSource>>();
    }
}
