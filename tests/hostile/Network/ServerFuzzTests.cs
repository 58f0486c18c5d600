using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using Xunit.Abstractions;

namespace Pingmark.Hostile.Tests.Network;

/// <summary>Whatever is sent to a server, it goes on serving its client, and serves it right: 200,000 changed
/// frames and hellos, shared out among all servers that can run here.</summary>
public sealed class ServerFuzzTests(ITestOutputHelper output)
{
    private const long MostBytes = 1L << 30;
    private const int MostRunsInPeace = 5;
    private const string Token = "0123456789abcdef0123456789abcdef";

    private static readonly byte[] Hello = [.. "PMK1"u8, .. Convert.FromHexString(Token)];

    [SkippableTheory]
    [MemberData(nameof(Stacks.OverIp), MemberType = typeof(Stacks))]
    [Fault(
        "mutated frames and hellos from strangers, 200,000 over all servers",
        "each server serves on; none is corrupt",
        -1,
        15,
        IsTimedByTest = true
    )]
    public async Task A_server_serves_its_client_whatever_others_send(string id)
    {
        var stack = await Stacks.NeedAsync(id);
        var servers = (await Stacks.AvailableAsync()).Count;
        var made = new Case(Cases.Seed());
        try
        {
            await KeptWorkers.UseAsync(
                stack.Manifest,
                client => FuzzAsync(stack, client, Cases.Scaled(200_000) / servers + 1, made)
            );
        }
        catch (Exception e)
        {
            throw new CaseFailedException($"again: ./test hostile --seed {made.Seed}\n{e.Message}", e);
        }
    }

    /// <returns>True: the client is disconnected again.</returns>
    private async Task<bool> FuzzAsync(DescribedStack stack, SpokenWorker client, long frames, Case made)
    {
        await using var server = stack.Start();
        var listening = await server.OkAsync("listen", Request(stack, 0));
        var endPoint = new IPEndPoint(IPAddress.Loopback, (int)listening.Number("port"));
        var connect = Request(stack, endPoint.Port);
        (connect["connections"], connect["in_flight"], connect["message_bytes"]) = (4, 4, 64);
        connect["lost_after_ns"] = 1_000_000_000;
        await client.OkAsync("connect", connect);
        using var recorder = await RecordedAsync(stack, endPoint);
        using var strangers = StrangersOf(stack, endPoint, recorder, made);
        var clock = Stopwatch.StartNew();
        var (runs, answers) = (0, 0L);
        // A client that had no core meanwhile tells nothing.
        var sending = Task.Run(() => SendAllAsync(strangers, frames, server, () => Volatile.Read(ref answers) == 0));
        do
        {
            Volatile.Write(
                ref answers,
                answers + Answers(await client.OkAsync("run", new JsonObject { ["duration_ns"] = 100_000_000 }))
            );
            runs++;
        } while (!sending.IsCompleted);
        await sending;
        var took = clock.Elapsed.TotalSeconds;
        Assert.InRange(took, 0, Patience.For(Cases.Scaled(15)).TotalSeconds);
        // Datagrams may find no room while others send; in peace every message is answered, once the server has seen
        // what is left.
        Assert.True(answers > 0 || !IsStream(stack), "no answer while others sent");
        var inPeace = new List<long>();
        do inPeace.Add(Answers(await client.OkAsync("run", new JsonObject { ["messages"] = 200 })));
        while (inPeace[^1] < 200 && inPeace.Count < MostRunsInPeace);
        Assert.True(inPeace[^1] == 200, $"answers to 200 messages in peace: {string.Join(", ", inPeace)}");
        var usage = await server.OkAsync("usage");
        Assert.InRange(usage.Number("peak_rss_bytes"), 0, MostBytes);
        await client.OkAsync("disconnect");
        Tally.Add("changed frames and hellos to a server", strangers.Sent, strangers.Sent);
        output.WriteLine(
            string.Create(
                CultureInfo.InvariantCulture,
                $"{stack.Id}: {strangers.Sent} frames in {took:0.0} s, seed {made.Seed}; meanwhile {answers} "
                    + $"answers in {runs} runs; rejected {usage.Number("rejected")}, "
                    + $"bad frames {usage.Number("bad_frames")}"
            )
        );
        return true;
    }

    /// <summary>Who reads nothing more of a bad stranger, and keeps him for a while, holds the others up.</summary>
    private static readonly TimeSpan LongestSending = TimeSpan.FromSeconds(5);

    /// <summary>As fast as the server's socket takes them: each pause asks the server something.</summary>
    private static async Task SendAllAsync(Strangers strangers, long frames, SpokenWorker server, Func<bool> isAlone)
    {
        var clock = Stopwatch.StartNew();
        while ((strangers.Sent < frames || isAlone()) && clock.Elapsed < LongestSending)
        {
            var before = strangers.Sent;
            for (var n = 0; n < 8 && strangers.Sent - before < 256; n++)
                strangers.SendSome();
            await server.OkAsync("usage");
        }
    }

    private static long Answers(JsonElement result)
    {
        Assert.Equal(0, result.Number("corrupt"));
        return result.Number("received");
    }

    /// <summary>A library's own frames, from a client that has measured through the recorder and stays connected. Null
    /// where the wire is ours.</summary>
    private static async Task<Recorder?> RecordedAsync(DescribedStack stack, IPEndPoint server)
    {
        if (IsOurs(stack))
            return null;
        var recorder = new Recorder(server, IsStream(stack));
        await using var client = stack.Start();
        var connect = Request(stack, recorder.Port);
        connect["message_bytes"] = 64;
        await client.OkAsync("connect", connect);
        await client.OkAsync("run", new JsonObject { ["messages"] = 300 });
        return recorder;
    }

    private static Strangers StrangersOf(DescribedStack stack, IPEndPoint server, Recorder? recorder, Case made)
    {
        IReadOnlyList<byte[]> corpus = recorder?.Said ?? Ours(IsStream(stack));
        Assert.NotEmpty(corpus);
        return IsStream(stack)
            ? new StrangersOfStreams(server, corpus, corpus[0], made)
            : new StrangersOfDatagrams(server, corpus, IsOurs(stack) ? Hello : null, recorder?.Peers ?? [], made);
    }

    /// <summary>The hello, and messages of some lengths.</summary>
    private static List<byte[]> Ours(bool isStream) =>
        new[] { Hello }
            .Concat(new[] { 4, 5, 28, 60, 500, 1_400 }.Select(Message))
            .Append(Encoding.ASCII.GetBytes("GET / HTTP/1.1\r\nHost: x\r\n\r\n"))
            .Select(body => isStream ? [.. BitConverter.GetBytes(body.Length), .. body] : body)
            .ToList();

    private static byte[] Message(int bytes) => [.. Enumerable.Range(1, bytes).Select(n => (byte)n)];

    private static JsonObject Request(DescribedStack stack, int port) =>
        new()
        {
            ["stack"] = stack.Id,
            ["address"] = "127.0.0.1",
            ["port"] = port,
            ["token"] = Token,
        };

    private static bool IsOurs(DescribedStack stack) => stack.Wire is "tcp" or "udp";

    /// <summary>A library may make whole messages of what TCP carries.</summary>
    private static bool IsStream(DescribedStack stack) =>
        stack.Description.Text("framing") == "stream"
        || stack.Description.GetProperty("socket_options").EnumerateArray().Any(o => o.GetString() == "no_delay");
}
