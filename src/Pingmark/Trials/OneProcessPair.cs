using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>A process that is both sides: a server that has its own client.</summary>
internal sealed class OneProcessServer : ServerSide
{
    private OneProcessServer(Worker server, Worker client, HelloReply hello, StackDescription stack, string cpus)
        : base(server, hello, stack, cpus) => Client = new(client, hello, stack, cpus);

    public ClientSide Client { get; }

    /// <exception cref="UnsupportedException">The stack can't be both sides with so many threads.</exception>
    public static Task<OneProcessServer> StartAsync(
        IWorkerStarter starter,
        Cell cell,
        int threads,
        string cpus,
        CancellationToken cancel
    ) =>
        StartAsync(
            starter,
            cell.Stack,
            "both sides",
            cell.RuntimeOptions,
            cpus,
            (worker, hello, stack) =>
            {
                if (!stack.PairThreads.Contains(threads))
                    throw new UnsupportedException(
                        worker.Name,
                        $"{stack.Stack} can't have both sides in one process with {threads} "
                            + $"{(threads == 1 ? "thread" : "threads")}; it can with: "
                            + (stack.PairThreads.Count == 0 ? "none" : string.Join(", ", stack.PairThreads))
                    );
                var (server, client) = worker.BothRoles();
                return new OneProcessServer(server, client, hello, stack, cpus);
            },
            cancel
        );

    public override async Task<Usage> StopAsync(CancellationToken cancel)
    {
        await Client.StopAsync(cancel);
        return await base.StopAsync(cancel);
    }
}

/// <summary>The pair of a process that is both sides; its usage counts as the client's.</summary>
internal sealed class OneProcessPair(OneProcessServer both) : Pair(both, both.Client)
{
    internal override IReadOnlyList<Side> Processes => [both];

    internal override ServerSide? ServerProcess => null;

    internal override bool IsClientIdleWithoutMessages => !Client.Stack.Spins;

    internal override PairUsage ByProcess(PairUsage used) => used with { Server = null };

    internal override SideCost? AttributeClientCost(SideCost? cost) =>
        cost is null ? null : cost with { IsOfBoth = true };
}
