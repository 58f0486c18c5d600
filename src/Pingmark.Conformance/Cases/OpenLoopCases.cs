using System.Text.Json.Nodes;
using Pingmark.Conformance.Peers;
using Pingmark.Model;

namespace Pingmark.Conformance.Cases;

/// <summary>An open loop keeps its schedule whatever the server does, and tells what that did to each message (G. Tene,
/// coordinated omission).</summary>
internal static class OpenLoopCases
{
    private const long Ms = 1_000_000;

    /// <summary>A stall is so much longer than what a busy machine adds.</summary>
    private const long LongNs = 50 * Ms;

    /// <summary>Less than the time between two messages of a connection, and long for a busy machine.</summary>
    private const double NearMs = 6;

    private const int RatePerS = 300;

    private static readonly TimeSpan Stall = TimeSpan.FromMilliseconds(200);

    public static IEnumerable<ConformanceCase> All =>
        [
            Of(
                "open-loop.uniform",
                "uniform arrivals come at the times of the schedule, shared by all connections, and each is counted",
                UniformAsync
            ),
            Of(
                "open-loop.poisson",
                "Poisson arrivals come at the times that their seed decides, and each is counted",
                PoissonAsync,
                ofFraming: true
            ),
            Of(
                "open-loop.stall",
                "what a stalled server delays counts from its intended time, with lateness and "
                    + "uncorrected times beside it",
                bench => StallAsync(bench, stallAtMs: 100)
            ),
            Of(
                "open-loop.stall-at-the-end",
                "a message that was intended in the window is counted when a stall delays it beyond the window's end",
                bench => StallAsync(bench, stallAtMs: 300),
                ofFraming: true
            ),
            Of(
                "open-loop.unanswered",
                "outstanding messages are bounded by in_flight, and what finds no slot is told as unsent",
                UnansweredAsync,
                ofFraming: true
            ),
            new(
                "open-loop.library",
                "a fixed rate is kept, and what a stopped server delays counts from its intended time",
                Subject.Pair,
                LibraryAsync,
                peer: Peer.Library,
                alone: true,
                load: "fixed-rate"
            ),
        ];

    private static ConformanceCase Of(string id, string proves, Func<Bench, Task> body, bool ofFraming = false) =>
        new(id, proves, Subject.Client, body, alone: true, ofFraming: ofFraming, load: "fixed-rate");

    private static Task UniformAsync(Bench bench) =>
        ScheduleAsync(bench, "uniform", connection => Schedule.Uniform(RatePerS, 2, connection));

    private static Task PoissonAsync(Bench bench) =>
        ScheduleAsync(bench, "poisson", connection => Schedule.Poisson(RatePerS, 7, 2, connection));

    private static async Task ScheduleAsync(Bench bench, string arrivals, Func<int, IEnumerable<long>> schedule)
    {
        const long SettleNs = 50 * Ms,
            WindowNs = 400 * Ms;
        var seen = new ArrivalLog();
        var client = await bench.ConnectAsync(
            bench.Serve(new() { Arrivals = seen }),
            new() { ["connections"] = 2, ["in_flight"] = 64 }
        );
        var fields = FixedRate(RatePerS, WindowNs, SettleNs);
        fields["arrivals"] = arrivals;
        if (arrivals == "poisson")
            fields["seed"] = 7;
        var result = await client.RunAsync(fields);
        Expect.Equal("the counted time in ns", WindowNs, result.DurationNs);
        var due = new[] { 0, 1 }
            .Select(one => schedule(one).TakeWhile(time => time < SettleNs + WindowNs).ToList())
            .ToList();
        ExpectAll(result, due.Sum(times => times.Count(time => time >= SettleNs)));
        ExpectTimed(result);
        Expect.Equal("answers", result.Sent, result.Received);
        // A server does not know which connection is the client's first.
        var times = new[] { 0, 1 }
            .Select(one =>
                seen.All.Where(arrival => arrival.Connection == one).Select(arrival => arrival.AtNs).ToList()
            )
            .ToList();
        var off = Math.Min(Off(times, due), Off(times, [due[1], due[0]]));
        // A busy machine makes messages late, and the client tells so.
        var late = result.SendLateness!.PercentileNs(0.4) / Ms;
        Expect.That(
            off <= NearMs + late,
            $"messages that arrive when they are due: many within {NearMs} ms, and {late:0.0} ms that "
                + "it says it is late",
            off == double.MaxValue ? "fewer messages, or not shared as the schedule says" : $"{off:0.0} ms"
        );
    }

    /// <summary>How far from the schedule arrivals are, in ms. Where its origin lies, the earliest ones tell; a busy
    /// machine makes some late, and none early.</summary>
    private static double Off(List<List<long>> times, List<List<long>> due)
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

    /// <summary>Of 200 messages in 400 ms the server keeps 100 waiting, 4 of them sent.</summary>
    private static async Task StallAsync(Bench bench, int stallAtMs)
    {
        const int RatePerS = 500,
            InFlight = 4,
            WindowMs = 400;
        var client = await bench.ConnectAsync(
            bench.Serve(new() { Pause = number => number == stallAtMs * RatePerS / 1_000 ? Stall : TimeSpan.Zero }),
            new() { ["in_flight"] = InFlight }
        );
        var result = await client.RunAsync(FixedRate(RatePerS, WindowMs * Ms));
        ExpectAll(result, WindowMs * RatePerS / 1_000);
        Expect.Equal("unsent and lost", (0L, 0L), (result.Unsent, result.Lost));
        ExpectStalled(
            result,
            Math.Min(WindowMs - stallAtMs, Stall.TotalMilliseconds - 50) * RatePerS / 1_000,
            InFlight
        );
    }

    /// <param name="delayed">So many messages waited for 50 ms or longer, by the schedule.</param>
    private static void ExpectStalled(Measurement result, double delayed, int inFlight)
    {
        ExpectTimed(result);
        var (corrected, uncorrected, late) = (
            Long(result.Rtt),
            Long(result.UncorrectedRtt!),
            Long(result.SendLateness!)
        );
        Expect.That(
            corrected >= 0.7 * delayed,
            $"about {delayed:0} round trips of 50 ms and more from the intended time",
            $"{corrected}"
        );
        Expect.That(
            uncorrected is > 0 && uncorrected <= corrected / 2,
            $"about {inFlight} round trips of 50 ms and more from the send, as many as were under way",
            $"{uncorrected}"
        );
        Expect.That(
            late >= 0.7 * (delayed - inFlight),
            $"about {delayed - inFlight:0} messages sent 50 ms late and more",
            $"{late}"
        );
        Expect.That(
            result.RttMaxNs >= 0.9 * Stall.TotalNanoseconds,
            "a longest round trip of the whole stall",
            $"{result.RttMaxNs / Ms} ms"
        );
    }

    private static long Long(Histogram histogram) =>
        histogram
            .ToSparse()
            .Chunk(2)
            .Where(entry => Histogram.MidpointNs((int)entry[0]) >= LongNs)
            .Sum(entry => entry[1]);

    private static async Task UnansweredAsync(Bench bench)
    {
        const int RatePerS = 1_000,
            InFlight = 3;
        const long WindowNs = 100 * Ms,
            LostAfterNs = 150 * Ms;
        var seen = new ArrivalLog();
        var server = bench.Serve(new() { Answer = (_, _) => [], Arrivals = seen });
        var client = await bench.ConnectAsync(
            server,
            new() { ["in_flight"] = InFlight, ["lost_after_ns"] = LostAfterNs }
        );
        var result = await client.RunAsync(FixedRate(RatePerS, WindowNs));
        var first = seen.All[0].AtNs;
        Expect.Equal(
            "messages before the first is lost",
            InFlight,
            seen.All.Count(arrival => arrival.AtNs < first + LostAfterNs / 2)
        );
        ExpectAll(result, (int)(WindowNs * RatePerS / 1_000_000_000));
        Expect.Equal("lost", result.Sent, result.Lost);
        // The load runs on, uncounted, until the last counted message is lost.
        Expect.That(
            server.Messages >= result.Sent && server.Messages <= result.Sent + InFlight,
            $"{result.Sent} messages that arrived, or {InFlight} more at most",
            $"{server.Messages}"
        );
        // Each slot serves until lost_after_ns after the window: for two messages, or one where a loss is late.
        Expect.That(
            result.Sent <= 2 * InFlight && result.Unsent > 0,
            $"at most {2 * InFlight} sent, and the others unsent",
            $"{result.Sent} sent, {result.Unsent} unsent"
        );
    }

    private static async Task LibraryAsync(Bench bench)
    {
        const long WindowNs = 500 * Ms;
        var server = await bench.EmptyServerAsync();
        var client = await bench.ConnectAsync(server.EndPoint, server.Token, new() { ["in_flight"] = 4 });
        await client.RunAsync();
        await client.Worker.SendAsync("run", FixedRate(RatePerS, WindowNs));
        await Task.Delay(100);
        await server.Worker.PauseAsync();
        await Task.Delay(Stall);
        server.Worker.Resume();
        var result = ClientUnderTest.Read(
            (await client.Worker.AnswerAsync("a run at a fixed rate", client.LongestAnswer())).Ok()
        );
        ExpectAll(result, (int)(WindowNs * RatePerS / 1_000_000_000));
        if (result.Lost == 0)
            ExpectStalled(result, 0.15 * RatePerS, 4);
    }

    private static void ExpectAll(Measurement result, long scheduled) =>
        Expect.Equal("messages of the schedule, sent or unsent", scheduled, result.Sent + result.Unsent);

    /// <summary>Each message counts in all three histograms, and its corrected round trip is the sum of the two
    /// others.</summary>
    private static void ExpectTimed(Measurement result)
    {
        Expect.That(
            result is { UncorrectedRtt: not null, SendLateness: not null },
            "uncorrected_histogram and send_lateness_histogram",
            "a result without"
        );
        Expect.Equal(
            "uncorrected round trips and lateness counted",
            (result.Rtt.Count, result.Rtt.Count),
            (result.UncorrectedRtt!.Count, result.SendLateness!.Count)
        );
        var parts = result.UncorrectedRtt.MeanNs + result.SendLateness.MeanNs;
        Expect.That(
            Math.Abs(result.Rtt.MeanNs / parts - 1) < 0.002,
            $"a mean round trip that is the sum of mean lateness and uncorrected mean, {parts:0} ns",
            $"{result.Rtt.MeanNs:0} ns"
        );
    }

    private static JsonObject FixedRate(int ratePerS, long durationNs, long settleNs = 0)
    {
        var fields = ClientUnderTest.Window(durationNs, settleNs);
        (fields["load"], fields["rate_per_s"]) = ("fixed-rate", ratePerS);
        return fields;
    }
}
