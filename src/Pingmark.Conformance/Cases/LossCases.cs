using Pingmark.Conformance.Peers;
using Pingmark.Host;

namespace Pingmark.Conformance.Cases;

/// <summary>A message without an answer is lost when its time is over, and noticed soon after, by every worker alike:
/// or lossy paths would be measured unfairly. Several losses are judged together, for a busy machine delays
/// some.</summary>
internal static class LossCases
{
    public static IEnumerable<ConformanceCase> All =>
        [
            new(
                "losses.under-load",
                "a loss among messages that are answered is noticed within 15 ms of its deadline",
                Subject.Client,
                UnderLoadAsync,
                alone: true
            ),
            new(
                "losses.in-silence",
                "a loss is noticed within 15 ms of its deadline where nothing arrives: no wait is longer",
                Subject.Client,
                InSilenceAsync,
                alone: true
            ),
            new(
                "losses.short-deadline",
                "a loss is noticed within 15 ms from the first message on, also where messages are lost after 1 ms",
                Subject.Client,
                ShortDeadlineAsync,
                alone: true
            ),
            new(
                "run.lost-after",
                "a run's own lost_after_ns holds for it alone, and outside of 1 ns to 1 h is unsupported",
                Subject.Client,
                OfOneRunAsync,
                ofFraming: true
            ),
            new(
                "losses.library",
                "a loss is noticed within 15 ms of its deadline while the server is stopped",
                Subject.Pair,
                LibraryAsync,
                peer: Peer.Library,
                alone: true
            ),
        ];

    /// <summary>Each slot loses one message, 7 ms after the one before, so that no regular look meets them
    /// all.</summary>
    private static async Task UnderLoadAsync(Bench bench)
    {
        const int Slots = 16;
        const long StepNs = 7_000_000,
            LostAfterNs = 300_000_000;
        long[] lostAt = [],
            usedAgainAt = [];
        var begin = 0L;
        IReadOnlyList<byte[]> Answer(long number, byte[] body)
        {
            var (slot, now) = (Payload.SequenceOf(body) % Slots, Clock.NowNs);
            begin = begin == 0 ? now : begin;
            if (lostAt[slot] != 0 && usedAgainAt[slot] == 0)
                usedAgainAt[slot] = now;
            if (lostAt[slot] != 0 || now < begin + slot * StepNs)
                return [body];
            lostAt[slot] = now;
            return [];
        }
        var client = await bench.ConnectAsync(
            bench.Serve(new() { Answer = Answer }),
            new() { ["in_flight"] = Slots, ["lost_after_ns"] = LostAfterNs }
        );
        await NoticedLosses.ExpectSoonAsync(async () =>
        {
            (lostAt, usedAgainAt, begin) = (new long[Slots], new long[Slots], 0);
            var result = await client.RunAsync(ClientUnderTest.Window(LostAfterNs + (Slots + 8) * StepNs));
            // More where answers came late: a busy machine held them up.
            Expect.That(result.Lost >= Slots, $"{Slots} lost", $"{result.Lost}");
            return new([
                .. usedAgainAt.Select(
                    (again, slot) => again == 0 ? double.MaxValue : Ms(again - lostAt[slot] - LostAfterNs)
                ),
            ]);
        });
    }

    /// <summary>The deadline is no multiple of the waits that a loop may be made of.</summary>
    private static Task InSilenceAsync(Bench bench) => UnansweredAsync(bench, messages: 7, lostAfterNs: 85_000_000);

    private static Task ShortDeadlineAsync(Bench bench) => UnansweredAsync(bench, messages: 20, lostAfterNs: 1_000_000);

    private static async Task OfOneRunAsync(Bench bench)
    {
        const int Lost = 2;
        const long ShortNs = 20_000_000,
            LongNs = 400_000_000;
        var client = await bench.ConnectAsync(
            bench.Serve(new() { Answer = (_, _) => [] }),
            new() { ["lost_after_ns"] = LongNs }
        );
        foreach (var ns in new[] { ShortNs, LongNs })
        {
            var run = ClientUnderTest.Messages(Lost);
            if (ns == ShortNs)
                run["lost_after_ns"] = ns;
            var result = await client.RunAsync(run);
            Expect.Equal("lost", Lost, result.Lost);
            Expect.That(
                result.DurationNs >= Lost * ns && (ns == LongNs || result.DurationNs < Lost * LongNs),
                $"a window of {Lost} times {Ms(ns)} ms",
                $"{Ms(result.DurationNs):0.0} ms"
            );
        }
        foreach (var ns in new[] { 0, 3_600_000_000_001 })
        {
            var run = ClientUnderTest.Messages();
            run["lost_after_ns"] = ns;
            (await client.Worker.AskAsync("run", run)).Refused();
        }
    }

    /// <summary>One in flight: each message follows when the one before is lost.</summary>
    private static async Task UnansweredAsync(Bench bench, int messages, long lostAfterNs)
    {
        var arrivals = new ArrivalLog();
        var client = await bench.ConnectAsync(
            bench.Serve(new() { Answer = (_, _) => [], Arrivals = arrivals }),
            new() { ["lost_after_ns"] = lostAfterNs }
        );
        await NoticedLosses.ExpectSoonAsync(async () =>
        {
            var before = arrivals.All.Count;
            var result = await client.RunAsync(ClientUnderTest.Messages(messages));
            Expect.Equal("lost", messages, result.Lost);
            var times = arrivals.All.Skip(before).Select(arrival => arrival.AtNs).ToList();
            // The last one's loss ends the window.
            return new(
                [.. times.Zip(times.Skip(1), (one, next) => Ms(next - one - lostAfterNs))],
                Ms(result.DurationNs / messages - lostAfterNs)
            );
        });
    }

    private static async Task LibraryAsync(Bench bench)
    {
        const long LostAfterNs = 150_000_000;
        var server = await bench.ListenAsync();
        var client = await bench.ConnectAsync(server.EndPoint, server.Token, new() { ["lost_after_ns"] = LostAfterNs });
        await client.RunAsync();
        await server.Worker.PauseAsync();
        await NoticedLosses.ExpectSoonAsync(async () =>
        {
            var late = new List<double>();
            for (var n = 0; n < 3; n++)
            {
                var result = await client.RunAsync(ClientUnderTest.Messages(1));
                Expect.Equal("lost", 1, result.Lost);
                late.Add(Ms(result.DurationNs - LostAfterNs));
            }
            return new(late);
        });
        server.Worker.Resume();
    }

    private static double Ms(long ns) => ns / 1e6;
}
