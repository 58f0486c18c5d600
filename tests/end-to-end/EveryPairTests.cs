using System.Collections.Concurrent;
using System.Text.Json.Nodes;
using Pingmark.Host;

namespace Pingmark.EndToEndTests;

/// <summary>Who speaks the same wire understands each other: every client drives every server, whatever language either
/// is written in.</summary>
[Trait("Layer", "stacks")]
[Trait("Gate", "no")]
public sealed class EveryPairTests
{
    private const int Messages = 200;

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
        var listening = await server.OkAsync("listen", stack.At(0, address));
        await Parallel.ForEachAsync(
            clients.GroupBy(client => client.Manifest),
            new ParallelOptions { MaxDegreeOfParallelism = Environment.ProcessorCount },
            async (worker, _) =>
                await KeptWorkers.UseAsync(
                    worker.Key,
                    async client =>
                    {
                        foreach (var one in worker)
                            if (await ProblemAsync(client, one, address, listening.Number("port")) is { } problem)
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
            usage.Number("messages") < clients.Count * Messages
            || usage.Number("bad_frames") + usage.Number("rejected") > 0
        )
            problems.Enqueue($"{stack.Id} heard {clients.Count} clients: {usage.GetRawText()}");
    }

    private static async Task<string?> ProblemAsync(
        SpokenWorker client,
        DescribedStack stack,
        string address,
        long port
    )
    {
        try
        {
            var connect = stack.At(port, address);
            (connect["connections"], connect["in_flight"], connect["message_bytes"]) = (3, 2, 100);
            (connect["lost_after_ns"], connect["timeout_ns"]) = (5_000_000_000, 20_000_000_000);
            await client.OkAsync("connect", connect);
            var result = await client.OkAsync("run", new JsonObject { ["messages"] = Messages });
            await client.OkAsync("disconnect");
            return
                result.Number("received") == Messages
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
}
