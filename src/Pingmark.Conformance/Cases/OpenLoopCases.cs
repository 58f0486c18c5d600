using System.Collections.Concurrent;
using System.Numerics;
using System.Text.Json.Nodes;
using Pingmark.Conformance.Peers;
using Pingmark.Model;

namespace Pingmark.Conformance.Cases;

/// <summary>Cases of the open loop, which keeps its schedule whatever the server does, and reports what that did to
/// each message (G. Tene, coordinated omission).</summary>
internal static class OpenLoopCases
{
    private const long Ms = 1_000_000;

    /// <summary>The shortest round trip that shows a stall; it is much longer than what a busy machine adds.</summary>
    private const long LongNs = 50 * Ms;

    /// <summary>How near arrivals must be to the schedule, in ms: less than the time between two messages of a
    /// connection, and long for a busy machine.</summary>
    private const double NearMs = 6;

    /// <summary>Bursts are slower, so that messages that are spread evenly are far from them on a busy machine,
    /// too.</summary>
    private const int RatePerS = 300,
        BurstRatePerS = 100,
        Seed = 7;

    /// <summary>Two messages at the same time, and others 30, 10 and 20 ms after the one before.</summary>
    private const string Gaps = "0 30000000 10000000 20000000";

    private static readonly TimeSpan Stall = TimeSpan.FromMilliseconds(200);

    private static Task OpenLoopStallAsync(Bench bench) => StallAsync(bench, stallAtMs: 100);

    private static Task OpenLoopStallAtTheEndAsync(Bench bench) => StallAsync(bench, stallAtMs: 300);

    private static Task OpenLoopUniformAsync(Bench bench) =>
        CheckScheduleAsync(bench, CreateRate("uniform"), one => ScheduleEvenly(1, RatePerS, one));

    private static Task OpenLoopBurstsAsync(Bench bench) =>
        CheckScheduleAsync(
            bench,
            CreateRate("bursts", BurstRatePerS).With(("burst", 5)),
            one => ScheduleEvenly(5, BurstRatePerS, one)
        );

    private static Task OpenLoopPoissonAsync(Bench bench) =>
        CheckScheduleAsync(bench, CreateRate("poisson"), SchedulePoisson);

    private static Task OpenLoopReplayAsync(Bench bench) =>
        CheckScheduleAsync(bench, Fields.Create(("load", "replay"), ("gaps_ns", Gaps)), ScheduleReplay);

    private static JsonObject CreateRate(string arrivals, int ratePerS = RatePerS) =>
        Fields.Create(("load", "fixed-rate"), ("rate_per_s", ratePerS), ("arrivals", arrivals), ("seed", Seed));

    /// <summary>When the messages of one of two connections are due, in ns after the origin
    /// (docs/protocol.md). Bursts of 1 are uniform arrivals.</summary>
    private static IEnumerable<long> ScheduleEvenly(int burst, int ratePerS, int connection)
    {
        for (long message = connection * burst; ; message += 2 * burst)
        for (var sent = 0; sent < burst; sent++)
            yield return message * 1_000_000_000 / ratePerS;
    }

    private static IEnumerable<long> SchedulePoisson(int connection)
    {
        var (seed, number) = ((ulong)Seed, (ulong)connection);
        var state = Payload.SplitMix64(ref seed) ^ BitOperations.RotateLeft(Payload.SplitMix64(ref number), 32);
        for (var due = 0.0; ; )
        {
            var u = ((Payload.SplitMix64(ref state) >> 11) + 1) * (1.0 / (1L << 53));
            due -= Math.Log(u) * 2e9 / RatePerS;
            yield return (long)due;
        }
    }

    private static IEnumerable<long> ScheduleReplay(int connection)
    {
        var gaps = Gaps.Split(' ').Select(long.Parse).ToList();
        var begin = connection * gaps.Sum() / 2;
        for (long at = 0, message = 0; ; at += gaps[(int)(message++ % gaps.Count)])
            if (at >= begin)
                yield return at - begin;
    }

    private static async Task CheckScheduleAsync(Bench bench, JsonObject load, Func<int, IEnumerable<long>> schedule)
    {
        const long SettleNs = 50 * Ms,
            WindowNs = 400 * Ms;
        var seen = new ConcurrentQueue<Arrival>();
        var server = bench.Serve(new() { Arrivals = seen });
        var client = await bench.ConnectAsync(server, new() { ["connections"] = 2, ["in_flight"] = 64 });
        var result = await client.RunAsync(ClientUnderTest.Window(WindowNs, SettleNs).With(load));
        Expect.Equal("the counted time in ns", WindowNs, result.DurationNs);
        var due = new[] { 0, 1 }
            .Select(one => schedule(one).TakeWhile(time => time < SettleNs + WindowNs).ToList())
            .ToList();
        ExpectAll(result, due.Sum(times => times.Count(time => time >= SettleNs)));
        ExpectTimed(result);
        Expect.Equal("answers", result.Sent, result.Received);
        // A server does not know which connection is the client's first.
        var times = seen.GroupBy(arrival => arrival.Connection, arrival => arrival.AtNs)
            .OrderBy(one => one.Key)
            .Select(one => one.ToList())
            .ToList();
        var deviationMs = Math.Min(MeasureDeviationMs(times, due), MeasureDeviationMs(times, [due[1], due[0]]));
        // On a busy machine messages go late, or are read late here: none is later than its answer.
        var lateMs = result.Rtt.PercentileNs(0.4) / Ms;
        Expect.That(
            deviationMs <= NearMs + lateMs,
            $"many messages within {NearMs} ms of their time, and {lateMs:0.0} ms that round trips took",
            deviationMs == double.MaxValue
                ? "fewer messages, or not shared as the schedule says"
                : $"{deviationMs:0.0} ms"
        );
    }

    /// <summary>How far arrivals are from the schedule, in ms. The earliest ones show where the schedule begins: a busy
    /// machine makes some late, and none early.</summary>
    private static double MeasureDeviationMs(List<List<long>> times, List<List<long>> due)
    {
        var differences = times
            .Zip(due)
            .SelectMany(one => one.First.Zip(one.Second, (seen, intended) => (double)seen - intended))
            .Order()
            .ToList();
        double At(double share) => differences[(int)(share * differences.Count)];
        if (differences.Count < 0.9 * due.Sum(one => one.Count))
            return double.MaxValue;
        return (At(0.4) - At(0.1)) / Ms;
    }

    /// <summary>Stalls the server: of 200 messages in 400 ms it keeps 100 waiting, 4 of them already sent.</summary>
    private static async Task StallAsync(Bench bench, int stallAtMs)
    {
        const int RatePerS = 500,
            InFlight = 4,
            WindowMs = 400;
        TimeSpan Pause(long number) => number == stallAtMs * RatePerS / 1_000 ? Stall : TimeSpan.Zero;
        var client = await bench.ConnectAsync(bench.Serve(new() { Pause = Pause }), new() { ["in_flight"] = InFlight });
        var result = await client.RunAsync(CreateFixedRate(RatePerS, WindowMs * Ms));
        ExpectAll(result, WindowMs * RatePerS / 1_000);
        Expect.Equal("unsent and lost", (0L, 0L), (result.Unsent, result.Lost));
        var delayedMs = Math.Min(WindowMs - stallAtMs, Stall.TotalMilliseconds - 50);
        ExpectStalled(result, delayedMs * RatePerS / 1_000, InFlight);
    }

    /// <param name="delayed">How many messages waited for 50 ms or longer, by the schedule.</param>
    private static void ExpectStalled(Measurement result, double delayed, int inFlight)
    {
        ExpectTimed(result);
        var corrected = CountLong(result.Rtt);
        Expect.AtLeast("round trips of 50 ms and more from the intended time", 0.7 * delayed, corrected);
        // As many as were under way.
        var underWay = CountLong(result[HistogramKind.Uncorrected]!);
        Expect.Within("round trips of 50 ms and more from the send", 1, corrected / 2, underWay);
        var late = CountLong(result[HistogramKind.SendLateness]!);
        Expect.AtLeast("messages sent 50 ms late and more", 0.7 * (delayed - inFlight), late);
        Expect.AtLeast("ns of the longest round trip", 0.9 * Stall.TotalNanoseconds, result.RttMaxNs ?? 0);
    }

    private static long CountLong(Histogram histogram) =>
        histogram
            .ToSparse()
            .Chunk(2)
            .Where(entry => Histogram.MidpointNs((int)entry[0]) >= LongNs)
            .Sum(entry => entry[1]);

    private static async Task OpenLoopUnansweredAsync(Bench bench)
    {
        const int InFlight = 3;
        const long WindowNs = 100 * Ms,
            LostAfterNs = 500 * Ms;
        var seen = new ConcurrentQueue<Arrival>();
        var server = bench.Serve(Behaviour.Silent with { Arrivals = seen });
        var options = Fields.Create(("in_flight", InFlight), ("lost_after_ns", LostAfterNs));
        var client = await bench.ConnectAsync(server, options);
        var result = await client.RunAsync(CreateFixedRate(1_000, WindowNs));
        var early = seen.Count(arrival => arrival.AtNs < seen.First().AtNs + LostAfterNs / 2);
        Expect.Equal("messages before the first is lost", InFlight, early);
        ExpectAll(result, WindowNs / Ms);
        Expect.Equal("lost", result.Sent, result.Lost);
        // The load runs on, uncounted, until the last counted message is lost.
        Expect.Within("messages that arrived", result.Sent, result.Sent + InFlight, server.Messages);
        // Each slot serves until lost_after_ns after the window: for two messages, or one where a loss is late.
        Expect.AtMost("sent", 2 * InFlight, result.Sent);
        Expect.AtLeast("unsent", 1, result.Unsent);
    }

    private static async Task OpenLoopLibraryAsync(Bench bench)
    {
        var server = await bench.EmptyServerAsync();
        var client = await bench.ConnectAsync(server, new() { ["in_flight"] = 4 });
        await client.RunAsync();
        await client.BeginAsync(CreateFixedRate(RatePerS, 500 * Ms));
        await Task.Delay(100);
        await server.Worker.PauseAsync();
        await Task.Delay(Stall);
        server.Worker.Resume();
        var result = await client.ResultAsync();
        ExpectAll(result, RatePerS / 2);
        if (result.Lost == 0)
            ExpectStalled(result, 0.15 * RatePerS, 4);
    }

    private static void ExpectAll(Measurement result, long scheduled) =>
        Expect.Equal("messages of the schedule, sent or unsent", scheduled, result.Sent + result.Unsent);

    /// <summary>Expects that corrected round trips are the sums of uncorrected ones and lateness.</summary>
    private static void ExpectTimed(Measurement result)
    {
        var (uncorrected, lateness) = (result[HistogramKind.Uncorrected], result[HistogramKind.SendLateness]);
        Expect.That(
            uncorrected is not null && lateness is not null,
            "uncorrected_histogram and send_lateness_histogram",
            "a result without"
        );
        var parts = uncorrected!.MeanNs + lateness!.MeanNs;
        Expect.Within("ns of the mean, of its two parts", 0.998 * parts, 1.002 * parts, result.Rtt.MeanNs);
    }

    private static JsonObject CreateFixedRate(int ratePerS, long durationNs) =>
        ClientUnderTest.Window(durationNs).With(("load", "fixed-rate"), ("rate_per_s", ratePerS));
}
