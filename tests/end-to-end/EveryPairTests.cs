using System.Collections.Concurrent;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using Pingmark.Host;

namespace Pingmark.EndToEndTests;

/// <summary>Who speaks the same wire understands each other: every client drives every server, whatever language either
/// is written in; its own client opens many connections.</summary>
[Trait("Layer", "stacks")]
[Trait("Gate", "no")]
public sealed partial class EveryPairTests
{
    private const string Token = "0123456789abcdef0123456789abcdef";
    private const int MessagesOfOther = 200,
        Many = 500,
        ManyThreads = 50;

    [SkippableTheory]
    [MemberData(nameof(Stacks.Ids), MemberType = typeof(Stacks))]
    public async Task Every_client_of_its_wire_drives_its_server(string stack)
    {
        var server = await Stacks.NeedAsync(stack);
        var clients = (await Stacks.AvailableAsync())
            .Where(client => client.Wire == server.Wire && client.HasClient)
            .ToList();
        var problems = new ConcurrentQueue<string>();
        await DriveAsync(server, clients, problems);
        Assert.True(problems.IsEmpty, $"{problems.Count} problems:\n{string.Join('\n', problems)}");
    }

    /// <summary>One server for all clients, those of different workers at the same time; it must have heard from each.
    /// A worker ends with the first client that fails, for it may still be connected.</summary>
    private static async Task DriveAsync(
        DescribedStack stack,
        IReadOnlyList<DescribedStack> clients,
        ConcurrentQueue<string> problems
    )
    {
        using var folder = stack.IsLocal ? new LocalFolder() : null;
        var address = folder?.Path ?? "127.0.0.1";
        await using var server = stack.Start();
        var listening = await server.OkAsync(
            "listen",
            new JsonObject
            {
                ["stack"] = stack.Id,
                ["address"] = address,
                ["port"] = 0,
                ["token"] = Token,
            }
        );
        await Parallel.ForEachAsync(
            clients.GroupBy(client => client.Manifest),
            new ParallelOptions { MaxDegreeOfParallelism = Environment.ProcessorCount },
            async (worker, _) =>
                await KeptWorkers.UseAsync(
                    worker.Key,
                    async client =>
                    {
                        foreach (var one in worker)
                            if (
                                await ProblemAsync(client, one, stack, address, listening.Number("port")) is { } problem
                            )
                            {
                                problems.Enqueue($"{one.Id} drives {stack.Id}: {problem}");
                                return false;
                            }
                        return true;
                    }
                )
        );
        var usage = await server.OkAsync("usage");
        if (
            usage.Number("messages") < clients.Sum(client => MessagesOf(client, stack))
            || usage.Number("bad_frames") + usage.Number("rejected") > 0
        )
            problems.Enqueue($"{stack.Id} heard {clients.Count} clients: {usage.GetRawText()}");
    }

    private static int ConnectionsOf(DescribedStack client, DescribedStack server) =>
        client.Id != server.Id || client.Wire is not ("tcp" or "udp") ? 3
        // A thread for each connection is what the other stacks are there to avoid.
        : ThreadForEach().IsMatch(client.Description.Text("threading")) ? ManyThreads
        : Many;

    private static int MessagesOf(DescribedStack client, DescribedStack server) =>
        Math.Max(MessagesOfOther, 4 * ConnectionsOf(client, server));

    private static async Task<string?> ProblemAsync(
        SpokenWorker client,
        DescribedStack stack,
        DescribedStack server,
        string address,
        long port
    )
    {
        try
        {
            await client.OkAsync(
                "connect",
                new JsonObject
                {
                    ["stack"] = stack.Id,
                    ["address"] = address,
                    ["port"] = port,
                    ["token"] = Token,
                    ["connections"] = ConnectionsOf(stack, server),
                    ["in_flight"] = 2,
                    ["message_bytes"] = 100,
                    ["lost_after_ns"] = 5_000_000_000,
                    ["timeout_ns"] = 20_000_000_000,
                }
            );
            var messages = MessagesOf(stack, server);
            var result = await client.OkAsync("run", new JsonObject { ["messages"] = messages });
            await client.OkAsync("disconnect");
            return
                result.Number("received") == messages
                && new[] { "lost", "silent_connections", "corrupt", "duplicated" }.All(count =>
                    result.Number(count) == 0
                )
                ? null
                : result.GetRawText();
        }
        catch (InvalidDataException e)
        {
            return e.Message;
        }
    }

    [GeneratedRegex("threads? (per|for each) connection")]
    private static partial Regex ThreadForEach();
}
