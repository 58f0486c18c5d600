using System.Text.Json;
using System.Text.Json.Nodes;

namespace Pingmark.Hostile.Tests.Network;

/// <summary>Whatever a server answers, its client counts it, or says that the connection has ended: 2,000 answers for
/// the clients of each language, over TCP and UDP.</summary>
[Trait("Fuzzes", "workers")]
[Trait("Layer", "peers")]
public sealed class ClientFuzzTests
{
    private const long OfKit = 2_000;
    private const int Counted = 400,
        MessageBytes = 64,
        LostAfterNs = 20_000_000;

    /// <summary>After how long an answer is late where answers are counted, in ns: longer than a thread that is ready
    /// to run waits for a core beside other tests.</summary>
    private const int CountedLostAfterNs = 4 * LostAfterNs;

    [SkippableTheory]
    [MemberData(nameof(Stacks.OverTcpAndUdp), MemberType = typeof(Stacks))]
    [Fault(
        "a server that changes, drops, doubles, cuts or holds back its answers",
        "each is counted as what it is: corrupt, lost, duplicated or late",
        -1,
        15,
        IsTimedByTest = true
    )]
    public async Task A_client_counts_what_a_server_does_to_its_answers(string id)
    {
        var stack = await Stacks.NeedAsync(id);
        var made = new Case(Cases.Seed(), id);
        var fates = Enumerable.Range(0, Counted).Select(_ => FateOf(made)).Append(Fate.Answered).ToArray();
        var (next, held) = (0, (byte[]?)null);
        using var server = new HostileServer(
            IsStream(stack),
            (body, send, _) =>
            {
                var fate = next < fates.Length ? fates[next++] : Fate.Answered;
                var right = body.ToArray();
                if (held is not null)
                    send(held);
                held = fate == Fate.Late ? right : null;
                if (fate is Fate.Late or Fate.Dropped)
                    return;
                if (fate == Fate.Cut)
                    send([.. right[..4], .. right[4..^1]]);
                else
                    send(fate == Fate.Changed ? ChangedIn(right, made) : right);
                if (fate == Fate.Doubled)
                    send(right);
            }
        );
        await KeptWorkers.UseAsync(
            stack.Manifest,
            async client =>
            {
                var connect = Connect(stack, server.Port, connections: 1, inFlight: 1);
                connect["lost_after_ns"] = CountedLostAfterNs;
                await client.OkAsync("connect", connect);
                var result = await client.OkAsync("run", new JsonObject { ["messages"] = fates.Length });
                long Of(params Fate[] kinds) => fates.LongCount(fate => kinds.Contains(fate));
                void Is(string count, long expected, long busy) =>
                    Assert.True(
                        Math.Abs(result.Number(count) - expected) <= busy,
                        $"{count} has to be {expected}, give or take {busy}: {result}"
                    );
                // On a busy machine more is late than was held back; the rest is exact, but for that.
                var late = result.Number("lost") - Of(Fate.Dropped, Fate.Late);
                Assert.InRange(late, 0, Counted / 20);
                Is("sent", fates.Length, 0);
                Is("corrupt", Of(Fate.Changed, Fate.Cut), late);
                Is("duplicated", Of(Fate.Doubled), late);
                Is("late", Of(Fate.Late), 2 * late);
                Assert.Equal(result.Number("sent"), result.Number("received") + result.Number("lost"));
                await client.OkAsync("disconnect");
                return true;
            }
        );
        Tally.Add($"changed answers to clients in {id.Split('/')[0]}", fates.Length, fates.Length);
    }

    [SkippableTheory]
    [MemberData(nameof(Stacks.OverTcpAndUdp), MemberType = typeof(Stacks))]
    [Fault(
        "mutated answers from a server, 2,000 to the clients of each language",
        "the client counts them, or says that its connections have ended; its counts add up",
        -1,
        30,
        IsTimedByTest = true
    )]
    public async Task A_client_survives_whatever_a_server_answers(string id)
    {
        var stack = await Stacks.NeedAsync(id);
        var kit = id.Split('/')[0];
        var clients = (await Stacks.AvailableAsync()).Count(other =>
            other.HasClient && other.Id.StartsWith(kit + "/", StringComparison.Ordinal) && other.Wire is "tcp" or "udp"
        );
        var (made, answers) = (new Case(Cases.Seed(), id), 0L);
        var isStream = IsStream(stack);
        using var server = new HostileServer(
            isStream,
            (body, sendBody, sendRaw) =>
            {
                answers++;
                var right = body.ToArray();
                var frames = new FrameMaker(
                    made,
                    [right, isStream ? OurWords.Framed(right) : right, "PMOK"u8.ToArray()]
                );
                // Behind a frame that is none a stream has ended.
                if (made.InPercent(isStream ? 97 : 50))
                    sendBody(Body(frames.Next()));
                else
                    sendRaw(frames.Next().ToArray());
            }
        );
        try
        {
            await KeptWorkers.UseAsync(
                stack.Manifest,
                async client =>
                {
                    while (Volatile.Read(ref answers) < Cases.Scaled(OfKit) / clients + 1)
                        await MeasureAsync(stack, client, server.Port, made);
                    return true;
                }
            );
        }
        catch (Exception e)
        {
            throw new CaseFailedException($"again: ./test hostile --seed {made.Seed}\n{e.Message}", e);
        }
        Tally.Add($"changed answers to clients in {kit}", answers, answers);
    }

    private static async Task MeasureAsync(DescribedStack stack, SpokenWorker client, int port, Case made)
    {
        var connect = Connect(stack, port, connections: 2, inFlight: 8);
        var kind = Environment.TickCount64 % 3;
        var loads = stack.Description.GetProperty("loads").EnumerateArray().Select(load => load.GetString()).ToList();
        var run = new JsonObject { ["duration_ns"] = 30_000_000 };
        if (kind == 1 && loads.Contains("stream"))
            (connect["one_way"], run["load"]) = (true, "stream");
        if (kind == 2 && loads.Contains("tick"))
        {
            (connect["snapshot_rate_hz"], connect["snapshot_bytes"]) = (1_000, 100);
            (run["load"], run["rate_per_s"]) = ("tick", 5_000);
        }
        if ((await client.AskAsync("connect", connect)).Text("status") != "ok")
            return;
        for (var n = 0; n < 5; n++)
        {
            var result = await client.AskAsync("run", run.DeepClone().AsObject());
            if (result.Text("status") == "ok")
                Assert.Equal(result.Number("sent"), result.Number("received") + result.Number("lost"));
            else
                Assert.Contains("ended", result.Text("reason"));
        }
        await client.OkAsync("usage");
        await client.OkAsync("disconnect");
    }

    /// <summary>Of a length that a stream may have.</summary>
    private static byte[] Body(ReadOnlySpan<byte> bytes) =>
        bytes.Length < OurWords.LeastBody
            ? new byte[OurWords.LeastBody]
            : bytes[..Math.Min(bytes.Length, OurWords.MostBody)].ToArray();

    private static Fate FateOf(Case made) =>
        made.Random.Next(100) switch
        {
            < 60 => Fate.Answered,
            < 70 => Fate.Changed,
            < 75 => Fate.Dropped,
            < 85 => Fate.Doubled,
            < 95 => Fate.Cut,
            _ => Fate.Late,
        };

    private static byte[] ChangedIn(byte[] right, Case made)
    {
        right[made.Random.Next(4, right.Length)] ^= (byte)(1 << made.Random.Next(8));
        return right;
    }

    private static JsonObject Connect(DescribedStack stack, int port, int connections, int inFlight) =>
        new()
        {
            ["stack"] = stack.Id,
            ["address"] = "127.0.0.1",
            ["port"] = port,
            ["token"] = OurWords.Token,
            ["connections"] = connections,
            ["in_flight"] = inFlight,
            ["message_bytes"] = MessageBytes,
            ["lost_after_ns"] = LostAfterNs,
        };

    private static bool IsStream(DescribedStack stack) => stack.Description.Text("framing") == "stream";
}
