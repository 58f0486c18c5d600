using System.Collections.Concurrent;
using System.Text.Json.Nodes;

namespace Pingmark.EndToEndTests;

/// <summary>Who speaks the same wire understands each other: every client drives every server, whatever language either
/// is written in.</summary>
public sealed class EveryPairTests : CommandLineUser
{
    private const string Token = "0123456789abcdef0123456789abcdef";
    private const int Messages = 200;

    [Theory]
    [InlineData("tcp")]
    [InlineData("udp")]
    public Task Every_client_drives_every_server(string wire) => EveryPairAsync(stack => stack.Wire == wire, fewest: 9);

    [Fact]
    public Task Every_client_of_a_library_drives_every_server_of_its_wire() =>
        EveryPairAsync(stack => stack.Wire is not ("tcp" or "udp"), fewest: 1);

    private async Task EveryPairAsync(Func<DescribedStack, bool> wanted, int fewest)
    {
        var stacks = (await Stacks.AvailableAsync(this)).Where(wanted).ToList();
        var problems = new ConcurrentQueue<string>();
        var pairs = 0;
        foreach (var server in stacks)
            pairs += await DriveAsync(server, stacks.Where(client => client.Wire == server.Wire).ToList(), problems);
        Assert.True(problems.IsEmpty, $"{problems.Count} of {pairs} pairs:\n{string.Join('\n', problems)}");
        Assert.True(pairs >= fewest, $"only {pairs} pairs: {string.Join(' ', stacks.Select(s => s.Id))}");
    }

    /// <summary>One server for all clients, some at the same time; it must have heard from each.</summary>
    private static async Task<int> DriveAsync(
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
        return clients.Count;
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
