using System.Diagnostics;
using System.Net;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Pingmark.Hostile.Tests.Network;

/// <summary>Whatever is sent to a server over TCP or UDP, it goes on serving its client, and serves it right: 100,000
/// changed frames and hellos for the servers of each language, shared out among those that can run here.</summary>
[Trait("Fuzzes", "workers")]
[Trait("Layer", "peers")]
[Trait("Gate", "no")]
public sealed class ServerFuzzTests
{
    private const long MostBytes = 1L << 30,
        FramesOfKit = 100_000;

    /// <summary>In the server's sockets, of the 4 MiB for which it asks.</summary>
    private const long ManyBytes = 1 << 20;

    private const int MostRunsInPeace = 5;

    [SkippableTheory]
    [MemberData(nameof(Stacks.OverTcpAndUdp), MemberType = typeof(Stacks))]
    public async Task A_server_serves_its_client_whatever_others_send(string id)
    {
        var stack = await Stacks.NeedAsync(id);
        var client = await Stacks.ClientOfAsync(stack);
        var made = new Case(Cases.Seed(), id);
        var frames =
            Cases.Scaled(FramesOfKit)
                / Stacks.OverTcpAndUdp.Cast<object[]>().Count(row => KitOf((string)row[0]) == KitOf(id))
            + 1;
        try
        {
            await KeptWorkers.UseAsync(client.Manifest, worker => FuzzAsync(stack, client, worker, frames, made));
        }
        catch (Exception e)
        {
            throw new CaseFailedException($"again: ./test hostile --seed {made.Seed}\n{e.Message}", e);
        }

        static string KitOf(string id) => id.Split('/')[0];
    }

    /// <returns>True: the client is disconnected again.</returns>
    private static async Task<bool> FuzzAsync(
        DescribedStack stack,
        DescribedStack clientStack,
        SpokenWorker client,
        long frames,
        Case made
    )
    {
        await using var server = stack.Start();
        var port = (int)(await server.OkAsync("listen", stack.At(0))).Number("port");
        var connect = clientStack.At(port);
        (connect["connections"], connect["in_flight"], connect["message_bytes"]) = (4, 4, 64);
        connect["lost_after_ns"] = 1_000_000_000;
        await client.OkAsync("connect", connect);
        var endPoint = new IPEndPoint(IPAddress.Loopback, port);
        var isStream = stack.Description.Text("framing") == "stream";
        using Strangers strangers = isStream
            ? new StreamStrangers(endPoint, made)
            : new DatagramStrangers(endPoint, made);
        // A client that had no core meanwhile tells nothing.
        var answers = 0L;
        var sending = Task.Run(() =>
            SendAllAsync(strangers, frames, server, port, () => Volatile.Read(ref answers) == 0)
        );
        try
        {
            do Volatile.Write(ref answers, answers + Answers(await client.OkAsync("run", Slice(clientStack))));
            while (!sending.IsCompleted);
        }
        finally
        {
            // A server that has ended says more than its client.
            await sending;
        }
        // Datagrams may find no room while others send; in peace every message is answered, once the server has seen
        // what is left.
        Assert.True(answers > 0 || !isStream, "no answer while others sent");
        var inPeace = new List<long>();
        do inPeace.Add(Answers(await client.OkAsync("run", new JsonObject { ["messages"] = 200 })));
        while (inPeace[^1] < 200 && inPeace.Count < MostRunsInPeace);
        Assert.True(inPeace[^1] == 200, $"answers to 200 messages in peace: {string.Join(", ", inPeace)}");
        Assert.True(strangers.LetIn == 0, $"{strangers.LetIn} strangers without the token were answered");
        Assert.InRange((await server.OkAsync("usage")).Number("peak_rss_bytes"), 0, MostBytes);
        await client.OkAsync("disconnect");
        await Eventually.TrueAsync(
            () => QueuedBytes(port) == 0,
            Patience.For(10),
            () => "the server does not read what has come"
        );
        Assert.Equal(0, (await server.OkAsync("disconnect")).Number("connections"));
        await server.StopAsync();
        return true;
    }

    /// <summary>As fast as the server's sockets take them: each pause asks the server something.</summary>
    private static async Task SendAllAsync(
        Strangers strangers,
        long frames,
        SpokenWorker server,
        int port,
        Func<bool> isAlone
    )
    {
        var (clock, longest) = (Stopwatch.StartNew(), TimeSpan.FromSeconds(Math.Max(5, Cases.Scaled(5))));
        while ((strangers.Sent < frames || isAlone()) && clock.Elapsed < longest)
        {
            var before = strangers.Sent;
            for (var n = 0; n < 8 && strangers.Sent - before < 256; n++)
                strangers.SendSome();
            do await server.OkAsync("usage");
            while (QueuedBytes(port) > ManyBytes && clock.Elapsed < longest);
        }
    }

    /// <summary>The most that waits in one of the server's sockets for datagrams, as the kernel lists them.</summary>
    private static long QueuedBytes(int port) =>
        File.ReadLines("/proc/net/udp")
            .Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries))
            .Where(fields => fields[1].EndsWith($":{port:X4}", StringComparison.Ordinal))
            .Select(fields => Convert.ToInt64(fields[4].Split(':')[1], 16))
            .DefaultIfEmpty()
            .Max();

    /// <summary>Enough to see that the client is served, and no more than leaves the cores to the strangers.</summary>
    private static JsonObject Slice(DescribedStack stack)
    {
        var run = new JsonObject { ["duration_ns"] = 100_000_000 };
        if (stack.Description.GetProperty("loads").EnumerateArray().Any(load => load.GetString() == "fixed-rate"))
            (run["load"], run["rate_per_s"]) = ("fixed-rate", 2_000);
        return run;
    }

    private static long Answers(JsonElement result)
    {
        Assert.Equal(0, result.Number("corrupt"));
        return result.Number("received");
    }
}
