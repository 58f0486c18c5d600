using System.Collections.Concurrent;
using Pingmark.Conformance.Peers;
using Pingmark.Host;

namespace Pingmark.Conformance.Cases;

/// <summary>Cases of lost messages. A message without an answer is lost when its time is over, and every worker must
/// notice it soon after, or lossy paths would be measured unfairly. Several losses are judged together, because a busy
/// machine delays some.</summary>
internal static class LossCases
{
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
            var (slot, now) = (Payload.SequenceOf(body) % Slots, Clock.NowNs);
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
        await NoticedLosses.ExpectSoonAsync(async () =>
        {
            (lostAt, usedAgainAt, begin) = (new long[Slots], new long[Slots], 0);
            var result = await client.RunAsync(ClientUnderTest.Window(LostAfterNs + (Slots + 8) * StepNs));
            // More where answers came late: a busy machine held them up. Less where the client had no core: its window
            // was over before each slot had lost one, so that none tells anything.
            return new([.. result.Lost < Slots ? Enumerable.Repeat(double.MaxValue, Slots) : usedAgainAt.Select(Late)]);
        });

        double Late(long again, int slot) => again == 0 ? double.MaxValue : Ms(again - lostAt[slot] - LostAfterNs);
    }

    /// <summary>Loses messages while nothing else happens; the deadline is not a multiple of the waits that a loop may
    /// be made of.</summary>
    private static Task LossesInSilenceAsync(Bench bench) =>
        UnansweredAsync(bench, messages: 7, lostAfterNs: 85_000_000);

    private static Task LossesShortDeadlineAsync(Bench bench) =>
        UnansweredAsync(bench, messages: 20, lostAfterNs: 1_000_000);

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
            (await client.Worker.AskAsync("run", new() { ["messages"] = 1, ["lost_after_ns"] = ns })).Refused();
    }

    /// <summary>Leaves messages unanswered, with one in flight: each is sent when the one before is lost.</summary>
    private static async Task UnansweredAsync(Bench bench, int messages, long lostAfterNs)
    {
        var arrivals = new ConcurrentQueue<Arrival>();
        var server = bench.Serve(Behaviour.Silent with { Arrivals = arrivals });
        var client = await bench.ConnectAsync(server, new() { ["lost_after_ns"] = lostAfterNs });
        await NoticedLosses.ExpectSoonAsync(async () =>
        {
            var before = arrivals.Count;
            var result = await client.RunAsync(messages);
            Expect.Equal("lost", messages, result.Lost);
            var times = arrivals.Skip(before).Select(arrival => arrival.AtNs).ToList();
            // The last one's loss ends the window.
            return new(
                [.. times.Zip(times.Skip(1), (one, next) => Ms(next - one - lostAfterNs))],
                Ms(result.DurationNs / messages - lostAfterNs)
            );
        });
    }

    private static async Task LossesLibraryAsync(Bench bench)
    {
        const long LostAfterNs = 150_000_000;
        var server = await bench.ListenAsync();
        var client = await bench.ConnectAsync(server, new() { ["lost_after_ns"] = LostAfterNs });
        await client.RunAsync();
        await server.Worker.PauseAsync();
        await NoticedLosses.ExpectSoonAsync(async () =>
        {
            var late = new List<double>();
            for (var n = 0; n < 3; n++)
            {
                var result = await client.RunAsync(1);
                Expect.Equal("lost", 1, result.Lost);
                late.Add(Ms(result.DurationNs - LostAfterNs));
            }
            return new(late);
        });
        server.Worker.Resume();
    }

    private static double Ms(long ns) => ns / 1e6;
}
