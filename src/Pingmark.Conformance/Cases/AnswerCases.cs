using Pingmark.Conformance.Peers;
using Pingmark.Model;

namespace Pingmark.Conformance.Cases;

/// <summary>Wrong, missing and late answers: the kit's server knows how many there were, and so must the
/// client.</summary>
internal static class AnswerCases
{
    private const int Every = 10,
        Corrupt = 8;

    public static IEnumerable<ConformanceCase> All =>
        [
            new(
                "answers.corrupt-first-byte",
                "a flipped bit at the payload's start is counted as corrupt, each time",
                Subject.Client,
                bench => CorruptAsync(bench, (_, body) => [.. body[..4], (byte)(body[4] ^ 1), .. body[5..]]),
                ofFraming: true
            ),
            new(
                "answers.corrupt-last-byte",
                "a flipped bit at the payload's end is counted as corrupt, each time",
                Subject.Client,
                bench => CorruptAsync(bench, (_, body) => [.. body[..^1], (byte)(body[^1] ^ 0x80)]),
                ofFraming: true
            ),
            new(
                "answers.wrong-length",
                "an answer that is cut, or too long, is matched by its sequence number and counted as "
                    + "corrupt, and the next message is sent",
                Subject.Client,
                bench => CorruptAsync(bench, WrongLength),
                ofFraming: true
            ),
            new(
                "answers.all-corrupt",
                "where every answer is corrupt, as many are counted as were received, also with load before the window",
                Subject.Client,
                AllCorruptAsync,
                ofFraming: true
            ),
            new(
                "answers.no-sequence",
                "datagrams too short for a sequence number, empty ones too, are counted as corrupt, "
                    + "and change nothing else",
                Subject.Client,
                NoSequenceAsync,
                framing: "datagram",
                ofFraming: true
            ),
            new(
                "answers.wrong-sequence",
                "an answer to a message that was never sent is counted as corrupt, and the message as lost",
                Subject.Client,
                WrongSequenceAsync,
                ofFraming: true
            ),
            new(
                "answers.lost",
                "messages without an answer are counted as lost, and neither the run nor the load stops",
                Subject.Client,
                LostAsync,
                ofFraming: true
            ),
            new(
                "answers.late",
                "answers to messages that are lost already are counted as late",
                Subject.Client,
                LateAsync,
                ofFraming: true
            ),
            new(
                "answers.all-lost",
                "a run without any answer ends, with every connection counted as silent, and sends no "
                    + "more than it counts",
                Subject.Client,
                AllLostAsync
            ),
            new(
                "answers.one-silent",
                "a silent connection leaves the others most of its share of a run by messages",
                Subject.Client,
                OneSilentAsync
            ),
        ];

    /// <summary>A matched corrupt answer is received, but is no round trip of the histogram.</summary>
    private static async Task CorruptAsync(Bench bench, Func<long, byte[], byte[]> corrupt)
    {
        var result = await RunAsync(
            bench,
            new()
            {
                Answer = (number, body) =>
                    [number % Every == 0 && number <= Every * Corrupt ? corrupt(number / Every, body) : body],
            }
        );
        Expect.Equal("corrupt", Corrupt, result.Corrupt);
        Expect.Equal("received and lost", (result.Sent, 0L), (result.Received, result.Lost));
        Expect.Equal("round trips in the histogram", result.Received - Corrupt, result.Rtt.Count);
    }

    private static byte[] WrongLength(long nth, byte[] body) =>
        (nth % 3) switch
        {
            0 => body[..4],
            1 => body[..^1],
            _ => [.. body, 0],
        };

    private static async Task AllCorruptAsync(Bench bench)
    {
        var client = await bench.ConnectAsync(
            bench.Serve(
                new()
                {
                    Answer = (_, body) =>
                        [
                            [.. body[..^1], (byte)(body[^1] ^ 1)],
                        ],
                }
            ),
            new() { ["in_flight"] = 2 }
        );
        var result = await client.RunAsync(ClientUnderTest.Window(settleNs: 20_000_000));
        Expect.That(result.Received > 0, "answers", "none");
        Expect.Equal("corrupt", result.Received, result.Corrupt);
        Expect.Equal("round trips in the histogram", 0, result.Rtt.Count);
    }

    private static async Task NoSequenceAsync(Bench bench)
    {
        var result = await RunAsync(
            bench,
            new()
            {
                Answer = (number, body) =>
                    number is 5 or 9
                        ?
                        [
                            [],
                            body[..3],
                            body,
                        ]
                        : [body],
            }
        );
        Expect.That(
            result.Corrupt is 2 or 4,
            "4 corrupt answers, or the 2 that are not empty from a library that keeps empty ones to itself",
            $"{result.Corrupt}"
        );
        Expect.Equal(
            "received, lost and duplicated",
            (result.Sent, 0L, 0L),
            (result.Received, result.Lost, result.Duplicated)
        );
        Expect.Equal("round trips in the histogram", result.Received, result.Rtt.Count);
    }

    private static async Task WrongSequenceAsync(Bench bench)
    {
        var result = await RunAsync(
            bench,
            new() { Answer = (number, body) => [number == Every ? Sequence(body, 0xFFFF_FF00) : body] }
        );
        Expect.Equal("corrupt and lost", (1L, 1L), (result.Corrupt, result.Lost));
    }

    private static byte[] Sequence(byte[] body, uint sequence) => [.. BitConverter.GetBytes(sequence), .. body[4..]];

    private static async Task LostAsync(Bench bench)
    {
        var dropped = 0L;
        var result = await RunAsync(
            bench,
            new()
            {
                Answer = (number, body) => number is 5 or 9 && Interlocked.Increment(ref dropped) > 0 ? [] : [body],
            }
        );
        Expect.Equal("lost", Interlocked.Read(ref dropped), result.Lost);
        Expect.That(result.Received > Every, $"more than {Every} answers in spite of it", $"{result.Received}");
        Expect.Equal("silent connections", 0, result.SilentConnections);
    }

    /// <summary>One in flight: the next message is sent when the kept one is lost, and brings both answers.</summary>
    private static async Task LateAsync(Bench bench)
    {
        byte[]? kept = null;
        IReadOnlyList<byte[]> Late(long number, byte[] body)
        {
            var answers =
                number == 5 ? []
                : kept is null ? [body]
                : new[] { kept, body };
            kept = number == 5 ? body : null;
            return answers;
        }
        var result = await RunAsync(bench, new() { Answer = Late });
        Expect.Equal("lost and late", (1L, 1L), (result.Lost, result.Late));
        Expect.Equal("corrupt", 0, result.Corrupt);
    }

    private static async Task AllLostAsync(Bench bench)
    {
        var connections = (int)Math.Min(3, bench.Stack.MaxConnections);
        var server = bench.Serve(new() { Answer = (_, _) => [] });
        var client = await bench.ConnectAsync(
            server,
            new() { ["connections"] = connections, ["lost_after_ns"] = 50_000_000 }
        );
        var reply = await client.Worker.OkAsync(
            "run",
            ClientUnderTest.Messages(2 * connections),
            client.LongestAnswer()
        );
        var result = ClientUnderTest.Read(reply);
        Expect.Equal(
            "sent, received and lost",
            (2L * connections, 0L, 2L * connections),
            (result.Sent, result.Received, result.Lost)
        );
        Expect.Equal("silent connections", connections, result.SilentConnections);
        // What is sent into a slot that a loss left vacant after the window could not be counted, and would only delay
        // the result.
        Expect.Equal("messages that the server received", 2L * connections, server.Messages);
        Expect.That(!reply.Has("rtt_max_ns") && !reply.Has("rtt_sum_ns"), "null for maximum and sum", "numbers");
    }

    /// <summary>A lane of its own would lose a quarter of all, if that were its share, one after the other.</summary>
    private static async Task OneSilentAsync(Bench bench)
    {
        const int Messages = 160,
            Connections = 4;
        var client = await bench.ConnectAsync(
            bench.Serve(new() { SilentConnections = 1 }),
            new() { ["connections"] = Connections, ["lost_after_ns"] = 300_000_000 }
        );
        var result = await client.RunAsync(ClientUnderTest.Messages(Messages));
        Expect.Equal("sent and silent connections", (Messages, 1L), (result.Sent, result.SilentConnections));
        // What came late was answered: a busy machine held it up.
        Expect.That(
            result.Lost - result.Late <= Messages / Connections / 2,
            $"at most half of an even share of {Messages / Connections} lost",
            $"{result.Lost} lost, {result.Late} of them late"
        );
    }

    /// <summary>One message in flight, lost after a time that is long also for a busy machine.</summary>
    private static async Task<Measurement> RunAsync(Bench bench, Behaviour behaviour)
    {
        var client = await bench.ConnectAsync(bench.Serve(behaviour), new() { ["lost_after_ns"] = 300_000_000 });
        return await client.RunAsync();
    }
}
