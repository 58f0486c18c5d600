using System.Diagnostics;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Pingmark.Hostile.Tests.Network;

/// <summary>Whatever is sent to a server, it goes on serving its client, and serves it right: 100,000 changed frames
/// and hellos for the servers of each language, shared out among those that can run here.</summary>
[Trait("Fuzzes", "workers")]
[Trait("Layer", "peers")]
[Trait("Gate", "no")]
public sealed class ServerFuzzTests
{
    private const long MostBytes = 1L << 30,
        OfKit = 100_000;
    private const int MostRunsInPeace = 5;

    /// <summary>Of the client: enough to see that it is served, and no more than leaves the cores to the
    /// strangers.</summary>
    private const int MessagesPerS = 2_000;

    [SkippableTheory]
    [MemberData(nameof(Stacks.Ids), MemberType = typeof(Stacks))]
    [Fault(
        "mutated frames and hellos from strangers, 100,000 over the servers of each language",
        "each server serves on, lets nobody in and is rid of them when they go; none is corrupt",
        -1,
        15,
        IsTimedByTest = true
    )]
    public async Task A_server_serves_its_client_whatever_others_send(string id)
    {
        var stack = await Stacks.NeedAsync(id);
        var made = new Case(Cases.Seed(), id);
        var servers = (await Stacks.AvailableAsync()).Count(other => KitOf(other) == KitOf(stack));
        using var room = new Room(stack, await Stacks.ClientOfAsync(stack), made);
        try
        {
            await KeptWorkers.UseAsync(
                room.Client.Manifest,
                client => FuzzAsync(room, client, Cases.Scaled(OfKit) / servers + 1)
            );
        }
        catch (Exception e)
        {
            throw new CaseFailedException(
                $"again: ./test hostile --seed {made.Seed}; what was sent last: {room.KeepLast()}\n{e.Message}",
                e
            );
        }
    }

    /// <returns>True: the client is disconnected again.</returns>
    private static async Task<bool> FuzzAsync(Room room, SpokenWorker client, long frames)
    {
        await using var server = room.Stack.Start();
        await room.ListenAsync(server);
        var connect = room.Connect();
        (connect["connections"], connect["in_flight"], connect["message_bytes"]) = (4, 4, 64);
        connect["lost_after_ns"] = 1_000_000_000;
        await client.OkAsync("connect", connect);
        await room.InviteAsync();
        var strangers = room.Strangers;
        var clock = Stopwatch.StartNew();
        var answers = 0L;
        // A client that had no core meanwhile tells nothing.
        var sending = Task.Run(() => SendAllAsync(room, frames, server, () => Volatile.Read(ref answers) == 0));
        try
        {
            do Volatile.Write(ref answers, answers + Answers(await client.OkAsync("run", Slice(room.Client))));
            while (!sending.IsCompleted);
        }
        finally
        {
            // A server that has ended says more than its client.
            await sending;
        }
        Assert.InRange(clock.Elapsed, TimeSpan.Zero, Patience.For(Longest(15).TotalSeconds));
        // Datagrams may find no room while others send; in peace every message is answered, once the server has seen
        // what is left.
        Assert.True(answers > 0 || !room.IsStream, "no answer while others sent");
        var inPeace = new List<long>();
        do inPeace.Add(Answers(await client.OkAsync("run", new JsonObject { ["messages"] = 200 })));
        while (inPeace[^1] < 200 && inPeace.Count < MostRunsInPeace);
        Assert.True(inPeace[^1] == 200, $"answers to 200 messages in peace: {string.Join(", ", inPeace)}");
        Assert.True(strangers.LetIn == 0, $"{strangers.LetIn} strangers without the token were answered");
        Assert.InRange((await server.OkAsync("usage")).Number("peak_rss_bytes"), 0, MostBytes);
        await client.OkAsync("disconnect");
        await room.EmptyAsync(server);
        await server.StopAsync();
        Tally.Add($"changed frames and hellos to servers in {KitOf(room.Stack)}", strangers.Sent, strangers.Sent);
        return true;
    }

    /// <summary>Who reads nothing more of a bad stranger, and keeps him for a while, holds the others up.</summary>
    private static TimeSpan Longest(double usualSeconds) =>
        TimeSpan.FromSeconds(Math.Max(usualSeconds, Cases.Scaled((long)usualSeconds)));

    /// <summary>As fast as the server's sockets take them: each pause asks the server something.</summary>
    private static async Task SendAllAsync(Room room, long frames, SpokenWorker server, Func<bool> isAlone)
    {
        var (strangers, clock) = (room.Strangers, Stopwatch.StartNew());
        while ((strangers.Sent < frames || isAlone()) && clock.Elapsed < Longest(5))
        {
            var before = strangers.Sent;
            for (var n = 0; n < 8 && strangers.Sent - before < 256; n++)
                strangers.SendSome();
            do await server.OkAsync("usage");
            while (room.IsFull && clock.Elapsed < Longest(5));
        }
    }

    private static JsonObject Slice(DescribedStack stack)
    {
        var run = new JsonObject { ["duration_ns"] = 100_000_000 };
        if (stack.Description.GetProperty("loads").EnumerateArray().Any(load => load.GetString() == "fixed-rate"))
            (run["load"], run["rate_per_s"]) = ("fixed-rate", MessagesPerS);
        return run;
    }

    private static long Answers(JsonElement result)
    {
        Assert.Equal(0, result.Number("corrupt"));
        return result.Number("received");
    }

    private static string KitOf(DescribedStack stack) => stack.Id.Split('/')[0];
}
