using System.Text.Json.Nodes;

namespace Pingmark.Hostile.Tests.Network;

/// <summary>Whatever a server answers, its client counts it, or says that the connection has ended: 2,000 answers for
/// the clients of each language, over TCP and UDP. That each kind is counted as what it is, is conformance's
/// matter.</summary>
[Trait("Fuzzes", "workers")]
[Trait("Layer", "peers")]
[Trait("Gate", "no")]
public sealed class ClientFuzzTests
{
    private const long OfKit = 2_000;

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
        var connect = stack.At(port);
        (connect["connections"], connect["in_flight"], connect["message_bytes"]) = (2, 8, 64);
        connect["lost_after_ns"] = 20_000_000;
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

    private static bool IsStream(DescribedStack stack) => stack.Description.Text("framing") == "stream";
}
