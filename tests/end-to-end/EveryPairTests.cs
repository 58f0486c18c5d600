using System.Collections.Concurrent;
using System.Text.Json.Nodes;

namespace Pingmark.EndToEndTests;

/// <summary>Who speaks the same wire understands each other: every client drives every server, whatever language either
/// is written in.</summary>
[Trait("Layer", "stacks")]
public sealed class EveryPairTests
{
    private const string Token = "0123456789abcdef0123456789abcdef";
    private const int Messages = 200;

    [SkippableTheory]
    [MemberData(nameof(Stacks.Ids), MemberType = typeof(Stacks))]
    public async Task Every_client_of_its_wire_drives_its_server(string stack)
    {
        var server = await Stacks.NeedAsync(stack);
        var clients = (await Stacks.AvailableAsync()).Where(client => client.Wire == server.Wire).ToList();
        var problems = new ConcurrentQueue<string>();
        await DriveAsync(server, clients, problems);
        Assert.True(problems.IsEmpty, $"{problems.Count} problems:\n{string.Join('\n', problems)}");
    }

    /// <summary>One server for all clients, some at the same time; it must have heard from each.</summary>
    private static async Task DriveAsync(
        DescribedStack stack,
        IReadOnlyList<DescribedStack> clients,
        ConcurrentQueue<string> problems
    )
    {
        await using var server = stack.Start();
        var listening = await server.OkAsync(
            "listen",
            new JsonObject
            {
                ["stack"] = stack.Id,
                ["address"] = "127.0.0.1",
                ["port"] = 0,
                ["token"] = Token,
            }
        );
        await Parallel.ForEachAsync(
            clients,
            new ParallelOptions { MaxDegreeOfParallelism = Environment.ProcessorCount },
            async (client, _) =>
            {
                if (await ProblemAsync(client, listening.Number("port")) is { } problem)
                    problems.Enqueue($"{client.Id} drives {stack.Id}: {problem}");
            }
        );
        var usage = await server.OkAsync("usage");
        if (
            usage.Number("messages") < Messages * clients.Count
            || usage.Number("bad_frames") + usage.Number("rejected") > 0
        )
            problems.Enqueue($"{stack.Id} heard {clients.Count} clients: {usage.GetRawText()}");
    }

    private static async Task<string?> ProblemAsync(DescribedStack stack, long port)
    {
        try
        {
            await using var client = stack.Start();
            await client.OkAsync(
                "connect",
                new JsonObject
                {
                    ["stack"] = stack.Id,
                    ["address"] = "127.0.0.1",
                    ["port"] = port,
                    ["token"] = Token,
                    ["connections"] = 3,
                    ["in_flight"] = 2,
                    ["message_bytes"] = 100,
                    ["lost_after_ns"] = 5_000_000_000,
                }
            );
            var result = await client.OkAsync("run", new JsonObject { ["messages"] = Messages });
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
