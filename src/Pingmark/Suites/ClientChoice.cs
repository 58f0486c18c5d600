using Pingmark.Model;

namespace Pingmark.Suites;

/// <summary>The client stacks that are measured against one server.</summary>
internal sealed record Clients(
    IReadOnlyList<string> InClosedLoop,
    IReadOnlyList<string> AtRate,
    IReadOnlyList<string> OfSnapshots
)
{
    public int Most => Math.Max(InClosedLoop.Count, Math.Max(AtRate.Count, OfSnapshots.Count));

    public IReadOnlyList<string> Under(Scenario scenario) =>
        scenario.Load.HasSnapshots ? OfSnapshots
        : scenario.RatePerS is null ? InClosedLoop
        : AtRate;
}

/// <summary>The words of <c>client</c>, which choose the client programs of a server, and the place where they are
/// written.</summary>
internal sealed record ClientChoice(Place Place, IReadOnlyList<string> Asked, StackIds Ids)
{
    /// <summary>The reference client of each transport: raw transports have a common wire format, so any client works
    /// with any server, and the C++ ones cost least.</summary>
    private static readonly Dictionary<string, string> Cheapest = new()
    {
        ["tcp"] = "cpp/tcp-epoll",
        ["udp"] = "cpp/udp-spin",
        ["tls"] = "cpp/tls",
        ["unix"] = "cpp/unix",
        ["shm"] = "cpp/shm-spin",
        ["http"] = "cpp/beast-http",
        ["grpc"] = "cpp/grpc",
    };

    /// <summary>The reference clients for a fixed rate, where being on time matters more than cost: they
    /// spin.</summary>
    private static readonly Dictionary<string, string> OnTime = new()
    {
        ["tcp"] = "cpp/tcp-spin",
        ["udp"] = "cpp/udp-spin",
    };

    /// <summary>The reference clients for snapshots, which have to receive all of them in one lane.</summary>
    private static readonly Dictionary<string, string> TakingSnapshots = new()
    {
        ["tcp"] = "cpp/tcp-epoll",
        ["udp"] = "cpp/udp-mmsg",
    };

    /// <summary>Reads the choice; null when the mapping has no <c>client</c>.</summary>
    public static ClientChoice? Read(MapReader map, StackIds ids) =>
        map.Has("client") ? new(map.PlaceOf("client"), map.Many("client", ids.Client, StackIds.Native), ids) : null;

    /// <summary>Whether <c>every</c> is among the words, so that all stacks are clients of all: processes for each pair
    /// would be too many.</summary>
    public bool IsEvery => Asked.Contains(StackIds.Every);

    /// <summary>The stack ids of the clients for one server, each once, though two words may mean the same.</summary>
    /// <param name="stacks">All stacks of the suite, each once: <c>every</c> means those that speak the server's
    /// protocol.</param>
    public Clients For(string server, IEnumerable<string> stacks, Problems problems)
    {
        var words = Asked
            .SelectMany(asked =>
                asked == StackIds.Every
                    ? stacks.Where(SpeaksAs(server)).Where(Ids.HasClient)
                    : [ClientOf(asked, server)]
            )
            .ToList();
        var closed = words.Select(asked => problems.Try(Place, () => Resolve(asked, server), server)).ToList();
        return new(closed.Distinct().ToList(), WithReference(OnTime), WithReference(TakingSnapshots));

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

    private static Func<string, bool> SpeaksAs(string server)
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
            return Cheapest.GetValueOrDefault(transport)
                ?? throw new BadInputException(
                    $"there is no reference client for {server}, which speaks a protocol of its own; "
                        + (Ids.HasClient(server) ? "use client: native" : "name a client that speaks it, too")
                );
        var spoken = Transports.ForStack(asked);
        return Cheapest.ContainsKey(transport) && Cheapest.ContainsKey(spoken) && transport != spoken
            ? throw new BadInputException(
                $"client {asked} speaks {spoken}, but {server} speaks {transport}; use client: reference, or native"
            )
            : asked;
    }
}
