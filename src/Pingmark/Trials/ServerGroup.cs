using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>Several servers of one stack, each a worker of its own, which are counted as one. The workers of a <see
/// cref="ClientGroup"/> take them in turn.</summary>
internal sealed class ServerGroup : ServerSide
{
    private readonly List<ServerSide> _servers;

    private ServerGroup(List<ServerSide> servers)
        : base(servers[0], servers[0].Version, servers[0].Cpus) => _servers = servers;

    /// <summary>The messages that each server had answered by its own count when it was asked last.</summary>
    public IReadOnlyList<long> Answered { get; private set; } = [];

    internal override IReadOnlyList<Side> Workers => _servers;

    internal override IReadOnlyList<int> Pids => _servers.Select(server => server.Pid).ToList();

    /// <param name="cpus">The cores that all of them may use, as taskset's list; null for all.</param>
    /// <returns>The group, or the only server.</returns>
    public static async Task<ServerSide> StartAsync(
        IWorkerStarter starter,
        Cell cell,
        string? cpus,
        CancellationToken cancel
    )
    {
        var starting = Enumerable
            .Range(0, cell.Scenario.ServerWorkers)
            .Select(_ => StartAsync(starter, cell.Stack, cell.RuntimeOptions, cpus, cancel))
            .ToList();
        try
        {
            var started = await Task.WhenAll(starting);
            return started.Length == 1 ? started[0] : new ServerGroup([.. started]);
        }
        catch
        {
            foreach (var started in starting.Where(start => start.IsCompletedSuccessfully))
                await started.Result.DisposeAsync();
            throw;
        }
    }

    internal override void SetReachAddress(string? address) => _servers.ForEach(one => one.SetReachAddress(address));

    /// <summary>Has all servers listen, each on a port of its own, with one token.</summary>
    public override async Task ListenAsync(Scenario scenario, int port, string token, CancellationToken cancel)
    {
        await Task.WhenAll(_servers.Select(server => server.ListenAsync(scenario, port, token, cancel)));
        Token = token;
        EndPoint = _servers[0].EndPoint with { Others = _servers.Skip(1).Select(server => server.EndPoint).ToList() };
        Reached = EndPoint;
        EffectiveOptions = _servers[0].EffectiveOptions;
    }

    public override async Task<Usage> UsageAsync(CancellationToken cancel)
    {
        var usages = await Task.WhenAll(_servers.Select(server => server.UsageAsync(cancel)));
        Answered = usages.Select(usage => usage.Messages).ToList();
        return usages.Aggregate((all, one) => all + one);
    }

    public override long? CpuNs() => _servers.Select(server => server.CpuNs()).Aggregate((all, one) => all + one);

    public override IReadOnlyDictionary<int, ThreadTime> Threads(IReadOnlyDictionary<int, ThreadTime>? known = null) =>
        _servers
            .SelectMany(server => server.Threads(known))
            .GroupBy(thread => thread.Key)
            .ToDictionary(thread => thread.Key, thread => thread.First().Value);

    public override void Rest() => _servers.ForEach(server => server.Rest());

    public override void Wake() => _servers.ForEach(server => server.Wake());

    public override async Task<string?> EndAsync()
    {
        foreach (var (number, server) in _servers.Index())
            if (await server.EndAsync() is { } end)
                return $"({number + 1} of {_servers.Count}) {end}";
        return null;
    }

    public override Task DisconnectAsync(CancellationToken cancel) =>
        Task.WhenAll(_servers.Select(server => server.DisconnectAsync(cancel)));

    public override async Task<Usage> StopAsync(CancellationToken cancel) =>
        (await Task.WhenAll(_servers.Select(server => server.StopAsync(cancel)))).Aggregate((all, one) => all + one);

    private protected override async ValueTask EndWorkersAsync() =>
        await Task.WhenAll(_servers.Select(server => server.DisposeAsync().AsTask()));
}

/// <summary>The pair of several servers and their clients: each server's own count is compared with what its clients
/// received, whenever both sides are asked.</summary>
internal sealed class ServerGroupPair(ServerGroup servers, ClientGroup clients) : Pair(servers, clients)
{
    private IReadOnlyList<(long Answered, long Received)> _before = [];

    /// <exception cref="WorkerFault">A server tells fewer messages than its clients received.</exception>
    public override async Task<PairUsage> UsageAsync(CancellationToken cancel)
    {
        var used = await base.UsageAsync(cancel);
        var now = servers
            .Answered.Select((answered, number) => (answered, clients.CountAnswersFrom(number, servers.Answered.Count)))
            .ToList();
        foreach (var (number, ((answered, received), before)) in now.Zip(_before).Index())
            if (answered - before.Answered < received - before.Received)
                throw servers.Fault(
                    "counts",
                    $"({number + 1} of {now.Count}) answered {answered - before.Answered} messages by its own count, "
                        + $"its clients received {received - before.Received}"
                );
        _before = now;
        return used;
    }
}
