using System.Text.Json.Nodes;
using Pingmark.Conformance.Peers;
using Pingmark.Model;

namespace Pingmark.Conformance.Cases;

/// <summary>Cases of wrong, missing and late answers: the kit's server knows how many there were, and so must the
/// client.</summary>
internal static class AnswerCases
{
    private const int Every = 10,
        Corrupt = 10;

    private static Task AnswersCorruptAsync(Bench bench) =>
        CorruptAsync(
            bench,
            (nth, body) =>
                (nth % 5) switch
                {
                    0 => [.. body[..4], (byte)(body[4] ^ 1), .. body[5..]],
                    1 => [.. body[..^1], (byte)(body[^1] ^ 0x80)],
                    2 => body[..4],
                    3 => body[..^1],
                    _ => [.. body, 0],
                }
        );

    /// <summary>Of each kind that a library makes, no message is another's or the block's, and what is changed is
    /// found.</summary>
    private static async Task AnswersSerializedAsync(Bench bench)
    {
        var bytes = 1_000 - bench.Stack.FrameBytes;
        foreach (var kind in bench.Stack.Payloads.Except(Payload.Blocks))
        {
            var seen = new Dictionary<string, byte[]>();
            byte[] Changed(byte[] body)
            {
                seen[Convert.ToHexString(body[4..])] = body;
                return [.. body[..^9], (byte)(body[^9] ^ 1), .. body[^8..]];
            }
            var options = Fields.Create(("payload", kind), ("message_bytes", bytes + bench.Stack.FrameBytes));
            await CorruptAsync(bench, (_, body) => Changed(body), options);
            var own = seen.Values.Count(body => !Payload.Blocks.Any(block => new Payload(block).Matches(body)));
            Expect.Equal($"different messages of {kind}, none of them of a block", Corrupt, own);
            Expect.That(seen.Values.All(body => body.Length == bytes), $"{bytes} bytes", "other lengths");
        }
    }

    /// <summary>Corrupts some answers. An answer that matches its message and is corrupt counts as received, but not in
    /// the histogram.</summary>
    private static async Task CorruptAsync(Bench bench, Func<long, byte[], byte[]> corrupt, JsonObject? options = null)
    {
        byte[] Some(long number, byte[] body) =>
            number % Every == 0 && number <= Every * Corrupt ? corrupt(number / Every, body) : body;
        var result = await RunAsync(bench, (number, body) => [Some(number, body)], options);
        Expect.Equal("corrupt", Corrupt, result.Corrupt);
        ExpectUnanswered(0, result);
        Expect.Equal("round trips in the histogram", result.Received - Corrupt, result.Rtt.Count);
    }

    private static async Task AnswersAllCorruptAsync(Bench bench)
    {
        static byte[] Flipped(byte[] body) => [.. body[..^1], (byte)(body[^1] ^ 1)];
        var server = bench.Serve(new() { Answer = (_, body) => [Flipped(body)] });
        var client = await bench.ConnectAsync(server, new() { ["in_flight"] = 2 });
        var result = await client.RunAsync(200, ("settle_ns", 20_000_000));
        Expect.That(result.Received > 0, "answers", "none");
        Expect.Equal("corrupt", result.Received, result.Corrupt);
        Expect.Equal("round trips in the histogram", 0, result.Rtt.Count);
    }

    private static async Task AnswersNoSequenceAsync(Bench bench)
    {
        byte[] empty = [];
        var result = await RunAsync(bench, (number, body) => number is 5 or 9 ? [empty, body[..3], body] : [body]);
        Expect.That(
            result.Corrupt is 2 or 4,
            "4 corrupt answers, or the 2 that are not empty from a library that keeps empty ones to itself",
            $"{result.Corrupt}"
        );
        ExpectUnanswered(0, result);
        Expect.Equal("duplicated", 0, result.Duplicated);
        Expect.Equal("round trips in the histogram", result.Received, result.Rtt.Count);
    }

    private static async Task AnswersWrongSequenceAsync(Bench bench)
    {
        static byte[] Other(byte[] body) => [.. BitConverter.GetBytes(0xFFFF_FF00), .. body[4..]];
        var result = await RunAsync(bench, (number, body) => [number == Every ? Other(body) : body]);
        Expect.Equal("corrupt", 1, result.Corrupt);
        ExpectUnanswered(1, result);
    }

    private static async Task AnswersLostAsync(Bench bench)
    {
        var dropped = 0L;
        bool Drops(long number) => number is 5 or 9 && Interlocked.Increment(ref dropped) > 0;
        var result = await RunAsync(bench, (number, body) => Drops(number) ? [] : [body]);
        ExpectUnanswered(Interlocked.Read(ref dropped), result);
        Expect.AtLeast("answers in spite of it", Every + 1, result.Received);
        Expect.Equal("silent connections", 0, result.SilentConnections);
    }

    /// <summary>Sends an answer late. With one message in flight the next is sent when the kept one is lost, and brings
    /// both answers.</summary>
    private static async Task AnswersLateAsync(Bench bench)
    {
        byte[]? kept = null;
        IReadOnlyList<byte[]> Late(long number, byte[] body)
        {
            (var before, kept) = (kept, number == 5 ? body : null);
            return number == 5 ? []
                : before is null ? [body]
                : [before, body];
        }
        var result = await RunAsync(bench, Late);
        Expect.AtLeast("late", 1, result.Late);
        ExpectUnanswered(0, result);
        Expect.Equal("corrupt", 0, result.Corrupt);
    }

    private static async Task AnswersAllLostAsync(Bench bench)
    {
        var connections = bench.Stack.Connections(3);
        var (messages, server) = (2L * connections, bench.Serve(Behaviour.Silent));
        var options = Fields.Create(("connections", connections), ("lost_after_ns", 50_000_000));
        var client = await bench.ConnectAsync(server, options);
        var reply = await client.Worker.OkAsync("run", ClientUnderTest.Messages(messages), client.LongestAnswer());
        var result = ClientUnderTest.Read(reply);
        Expect.Equal("sent, received and lost", (messages, 0L, messages), (result.Sent, result.Received, result.Lost));
        Expect.Equal("silent connections", connections, result.SilentConnections);
        // What is sent into a slot that a loss left vacant after the window could not be counted, and would only delay
        // the result.
        Expect.Equal("messages that the server received", messages, server.Messages);
        Expect.That(!reply.Has("rtt_max_ns") && !reply.Has("rtt_sum_ns"), "null for maximum and sum", "numbers");
    }

    /// <summary>Leaves one connection without answers. A lane of its own would lose a quarter of all messages, if that
    /// were its share, one after the other.</summary>
    private static async Task AnswersOneSilentAsync(Bench bench)
    {
        const int Messages = 160,
            Connections = 4;
        var options = Fields.Create(("connections", Connections), ("lost_after_ns", 300_000_000));
        var client = await bench.ConnectAsync(bench.Serve(new() { SilentConnections = 1 }), options);
        var result = await client.RunAsync(Messages);
        Expect.Equal("sent and silent connections", (Messages, 1L), (result.Sent, result.SilentConnections));
        // What came late was answered: a busy machine held it up.
        Expect.AtMost("lost, but for what was late", Messages / Connections / 2, result.Lost - result.Late);
    }

    /// <summary>All but these messages were answered. A busy machine holds up some answers for longer than their
    /// messages wait: these count as lost, and as late when they come.</summary>
    private static void ExpectUnanswered(long unanswered, Measurement result)
    {
        Expect.Equal("lost, but for what was late", unanswered, result.Lost - result.Late);
        Expect.Equal("received and late", result.Sent - unanswered, result.Received + result.Late);
        Expect.AtMost("late", result.Sent / 4, result.Late);
    }

    /// <summary>Runs with one message in flight, which is lost after a time that is long even for a busy
    /// machine.</summary>
    private static Task<Measurement> RunAsync(
        Bench bench,
        Func<long, byte[], IReadOnlyList<byte[]>> answer,
        JsonObject? options = null
    ) => bench.MeasureAsync(new() { Answer = answer }, (options ?? []).With(("lost_after_ns", 300_000_000)));
}
