using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>A process that plays both sides: a server that has its own client.</summary>
internal sealed class OneProcessServer : ServerSide
{
    private OneProcessServer(Worker server, Worker client, HelloReply hello, StackDescription stack, string cpus)
        : base(server, hello, stack, cpus) => Client = new(client, hello, stack, cpus);

    public ClientSide Client { get; }

    /// <summary>Starts a process that plays both sides.</summary>
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
                RequirePair(worker.Name, stack, threads);
                var (server, client) = worker.BothRoles();
                return new OneProcessServer(server, client, hello, stack, cpus);
            },
            cancel
        );

    private static void RequirePair(string name, StackDescription stack, int threads)
    {
        if (!stack.PairThreads.Contains(threads))
            throw new UnsupportedException(
                name,
                $"{stack.Stack} can't have both sides in one process with {threads} "
                    + $"{(threads == 1 ? "thread" : "threads")}; it can with: "
                    + (stack.PairThreads.Count == 0 ? "none" : string.Join(", ", stack.PairThreads))
            );
    }

    public override async Task<Usage> StopAsync(CancellationToken cancel)
    {
        await Client.StopAsync(cancel);
        return await base.StopAsync(cancel);
    }
}

/// <summary>The pair of a process that plays both sides: what the process used is told once, as the client's.</summary>
internal sealed class OneProcessPair(OneProcessServer both) : Pair(both, both.Client)
{
    internal override IReadOnlyList<Side> Processes => [both];

    internal override ServerSide? ServerProcess => null;

    internal override bool RestsUnasked => !Client.Stack.Spins;

    internal override PairUsage OfProcesses(PairUsage used) => used with { Server = null };

    internal override SideCost? OfClient(SideCost? cost) => cost is null ? null : cost with { IsOfBoth = true };
}
