using Pingmark.Model;

namespace Pingmark.Suites;

/// <summary>The client stacks that are measured against one server.</summary>
internal sealed record Clients(
    IReadOnlyList<string> InClosedLoop,
    IReadOnlyList<string> AtRate,
    IReadOnlyList<string> OfSnapshots
)
{
    public int MaxCount => Math.Max(InClosedLoop.Count, Math.Max(AtRate.Count, OfSnapshots.Count));

    public IReadOnlyList<string> ForScenario(Scenario scenario) =>
        scenario.Load.HasSnapshots ? OfSnapshots
        : scenario.RatePerS is null ? InClosedLoop
        : AtRate;
}

/// <summary>The words of <c>client</c>, and where they are written.</summary>
internal sealed record ClientChoice(Place Place, IReadOnlyList<string> Words, StackIds Ids)
{
    /// <summary>The cheapest client of each transport; all raw clients work with all raw servers.</summary>
    private static readonly Dictionary<string, string> ReferenceClients = new()
    {
        ["tcp"] = "cpp/tcp-epoll",
        ["udp"] = "cpp/udp-spin",
        ["tls"] = "cpp/tls",
        ["unix"] = "cpp/unix",
        ["shm"] = "cpp/shm-spin",
        ["http"] = "cpp/beast-http",
    };

    /// <summary>The reference clients at a fixed rate: they spin, to be on time.</summary>
    private static readonly Dictionary<string, string> ReferenceClientsAtRate = new()
    {
        ["tcp"] = "cpp/tcp-spin",
        ["udp"] = "cpp/udp-spin",
    };

    /// <summary>The reference clients for snapshots, which have to receive all of them in one lane.</summary>
    private static readonly Dictionary<string, string> ReferenceClientsForSnapshots = new()
    {
        ["tcp"] = "cpp/tcp-epoll",
        ["udp"] = "cpp/udp-mmsg",
    };

    /// <summary>Reads the choice; null when the mapping has no <c>client</c>.</summary>
    public static ClientChoice? Read(MapReader map, StackIds ids) =>
        map.Has("client") ? new(map.PlaceOf("client"), map.ReadList("client", ids.Client, StackIds.Native), ids) : null;

    /// <summary>Whether all stacks are clients of all servers (<c>every</c>), and so share processes.</summary>
    public bool IsEvery => Words.Contains(StackIds.Every);

    /// <summary>The stack ids of the clients for one server, each once, though two words may mean the same.</summary>
    /// <param name="stacks">All stacks of the suite, each once: <c>every</c> means those that speak the server's
    /// protocol.</param>
    public Clients For(string server, IEnumerable<string> stacks, Problems problems)
    {
        var words = Words
            .SelectMany(asked =>
                asked == StackIds.Every
                    ? stacks.Where(HasTransportOf(server)).Where(Ids.HasClient)
                    : [ClientOf(asked, server)]
            )
            .ToList();
        var closed = words.Select(asked => problems.TryRead(Place, () => Resolve(asked, server), server)).ToList();
        return new(
            closed.Distinct().ToList(),
            WithReference(ReferenceClientsAtRate),
            WithReference(ReferenceClientsForSnapshots)
        );

        IReadOnlyList<string> WithReference(Dictionary<string, string> references) =>
            words
                .Zip(
                    closed,
                    (asked, client) =>
                        asked == StackIds.Reference
                            ? references.GetValueOrDefault(Transports.ForStack(server), client)
                            : client
                )
                .Distinct()
                .ToList();
    }

    /// <summary>The client that a word asks for: a server without a client of its own has the reference one.</summary>
    private string ClientOf(string asked, string server) =>
        asked == StackIds.Native && !Ids.HasClient(server) ? StackIds.Reference : asked;

    private static Func<string, bool> HasTransportOf(string server)
    {
        var transport = Transports.ForStack(server);
        return stack => Transports.ForStack(stack) == transport;
    }

    private string Resolve(string asked, string server)
    {
        var transport = Transports.ForStack(server);
        if (asked == StackIds.Native)
            return server;
        if (asked == StackIds.Reference)
            return ReferenceClients.GetValueOrDefault(transport)
                ?? throw new BadInputException(
                    $"there is no reference client for {server}, which speaks a protocol of its own; "
                        + (Ids.HasClient(server) ? "use client: native" : "name a client that speaks it, too")
                );
        var spoken = Transports.ForStack(asked);
        return ReferenceClients.ContainsKey(transport) && ReferenceClients.ContainsKey(spoken) && transport != spoken
            ? throw new BadInputException(
                $"client {asked} speaks {spoken}, but {server} speaks {transport}; use client: reference, or native"
            )
            : asked;
    }
}
