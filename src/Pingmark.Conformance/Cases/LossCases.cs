using System.Collections.Concurrent;
using Pingmark.Conformance.Peers;
using Pingmark.Host;

namespace Pingmark.Conformance.Cases;

/// <summary>Cases of lost messages. A message without an answer is lost when its time is over, and every worker must
/// notice it soon after, or lossy paths would be measured unfairly. Several losses are judged together, because a busy
/// machine delays some.</summary>
internal static class LossCases
{
    /// <summary>The limit in ms, <c>loss_noticed_within_ns</c> of protocol/constants.json.</summary>
    private const double WithinMs = 15;

    /// <summary>Loses one message in each slot, 7 ms after the one before, so that a client which looks at regular
    /// times does not meet them all.</summary>
    private static async Task LossesUnderLoadAsync(Bench bench)
    {
        const int Slots = 16;
        const long StepNs = 7_000_000,
            LostAfterNs = 300_000_000;
        long[] lostAt = [],
            usedAgainAt = [];
        var begin = 0L;
        IReadOnlyList<byte[]> Answer(long number, byte[] body)
        {
            var (slot, now) = (Payload.ReadSequence(body) % Slots, Clock.NowNs);
            begin = begin == 0 ? now : begin;
            if (lostAt[slot] != 0 && usedAgainAt[slot] == 0)
                usedAgainAt[slot] = now;
            if (lostAt[slot] != 0 || now < begin + slot * StepNs)
                return [body];
            lostAt[slot] = now;
            return [];
        }
        var options = Fields.Create(("in_flight", Slots), ("lost_after_ns", LostAfterNs));
        var client = await bench.ConnectAsync(bench.Serve(new() { Answer = Answer }), options);
        await ExpectNoticedSoonAsync(async () =>
        {
            (lostAt, usedAgainAt, begin) = (new long[Slots], new long[Slots], 0);
            var result = await client.RunAsync(ClientUnderTest.Window(LostAfterNs + (Slots + 8) * StepNs));
            // More where answers came late: a busy machine held them up. Less where the client had no core: its window
            // was over before each slot had lost one, so that none says anything.
            double Late(long again, int slot) =>
                result.Lost < Slots || again == 0 ? double.MaxValue : ToMs(again - lostAt[slot] - LostAfterNs);
            return (usedAgainAt.Select(Late), 0);
        });
    }

    /// <summary>Loses messages while nothing else happens, with one in flight: each is sent when the one before is
    /// lost. A deadline is not a multiple of the waits that a loop may be made of.</summary>
    private static async Task LossesInSilenceAsync(Bench bench)
    {
        var arrivals = new ConcurrentQueue<Arrival>();
        var client = await bench.ConnectAsync(bench.Serve(Behaviour.Silent with { Arrivals = arrivals }));
        foreach (var (messages, lostAfterNs) in new[] { (7, 85_000_000L), (20, 1_000_000L) })
            await ExpectNoticedSoonAsync(async () =>
            {
                var before = arrivals.Count;
                var result = await client.RunAsync(messages, ("lost_after_ns", lostAfterNs));
                Expect.Equal("lost", messages, result.Lost);
                var times = arrivals.Skip(before).Select(arrival => arrival.AtNs).ToList();
                // The last one's loss ends the window.
                return (
                    times.Zip(times.Skip(1), (one, next) => ToMs(next - one - lostAfterNs)),
                    ToMs(result.DurationNs / messages - lostAfterNs)
                );
            });
    }

    private static async Task RunLostAfterAsync(Bench bench)
    {
        const int Lost = 2;
        const long ShortNs = 20_000_000,
            LongNs = 400_000_000;
        var client = await bench.ConnectAsync(bench.Serve(Behaviour.Silent), new() { ["lost_after_ns"] = LongNs });
        foreach (var ns in new[] { ShortNs, LongNs })
        {
            var run = ClientUnderTest.Messages(Lost);
            if (ns == ShortNs)
                run["lost_after_ns"] = ns;
            var result = await client.RunAsync(run);
            Expect.Equal("lost", Lost, result.Lost);
            var mostNs = ns == LongNs ? double.MaxValue : Lost * LongNs - 1;
            Expect.Within($"ns of a window of {Lost} losses", Lost * ns, mostNs, result.DurationNs);
        }
        foreach (var ns in new[] { 0, 3_600_000_000_001 })
            await client.Worker.RefusesAsync("run", new() { ["messages"] = 1, ["lost_after_ns"] = ns }, "refused");
    }

    private static async Task LossesLibraryAsync(Bench bench)
    {
        const long LostAfterNs = 150_000_000;
        var server = await bench.ListenAsync();
        var client = await bench.ConnectAsync(server, new() { ["lost_after_ns"] = LostAfterNs });
        await client.RunAsync();
        await server.Worker.PauseAsync();
        await ExpectNoticedSoonAsync(async () =>
        {
            var late = new List<double>();
            for (var n = 0; n < 3; n++)
            {
                var result = await client.RunAsync(1);
                Expect.Equal("lost", 1, result.Lost);
                late.Add(ToMs(result.DurationNs - LostAfterNs));
            }
            return (late, 0);
        });
        server.Worker.Resume();
    }

    /// <summary>Measures again where losses were noticed late: a busy machine delays different ones each time, while a
    /// client that looks too seldom is late each time. A client that looks every 62 ms, or at a sixteenth of
    /// lost_after, notices no more than a quarter of the losses soon.</summary>
    /// <param name="measure">Measures the delay of each loss that can be seen by itself, and the mean delay of all
    /// losses, where they follow one another and make up the window.</param>
    private static async Task ExpectNoticedSoonAsync(
        Func<Task<(IEnumerable<double> LateMs, double MeanLateMs)>> measure
    )
    {
        const int Tries = 10;
        for (var tries = 1; ; tries++)
        {
            var (lateMs, meanLateMs) = await measure();
            var ordered = lateMs.Order().ToList();
            var rank = ordered.Count * 3 / 8;
            var isRankSoon = ordered[rank] is > -WithinMs and <= WithinMs;
            var isMeanSoon = meanLateMs is >= 0 and < 2 * WithinMs;
            if (isRankSoon && isMeanSoon)
                return;
            if (tries < Tries)
                continue;
            Expect.That(
                isRankSoon,
                $"{rank + 1} of {ordered.Count} losses noticed within {WithinMs} ms of their deadlines",
                ordered[rank] == double.MaxValue ? "slots that were not used again" : $"{ordered[rank]:0.0} ms"
            );
            Expect.That(
                isMeanSoon,
                "a window of as many times lost_after as messages, and what it takes to notice",
                $"{meanLateMs:0.0} ms more for each message"
            );
        }
    }

    private static double ToMs(long ns) => ns / 1e6;
}
