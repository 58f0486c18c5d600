using Pingmark.Checks;
using Pingmark.Model;
using Pingmark.Model.Loads;
using Pingmark.Results;
using Xunit;

namespace Pingmark.Tests.Results;

/// <summary>What cells of several scenarios show together.</summary>
public sealed class ObservationsTests
{
    internal static CellSummary Cell(Scenario scenario, Estimate? p50, string stack = "cpp/tcp-epoll") =>
        new CellSummary
        {
            Id = $"{stack} {scenario.Test} {scenario.Socket.NoDelay}",
            Design = Design.Trials,
            Label = stack,
            Stack = stack,
            Client = stack,
            Scenario = scenario,
            Status = CellStatus.Ok,
        }.With(("rtt_p50_ns", p50));

    private static CellSummary Nagle(bool noDelay, Estimate p50, string test = "write-write-read") =>
        Cell(
            new()
            {
                Test = test,
                Socket = new() { NoDelay = noDelay },
            },
            p50
        );

    private static IEnumerable<string> Of(params CellSummary[] cells) =>
        PairChecks.Judge(cells).Select(finding => finding.Sentence.Text);

    /// <summary>Without an interval it stands alone; that the algorithm does nothing, as in the case that was
    /// published, a message by a single call, is said.</summary>
    [Fact]
    public void Nagles_algorithm_is_told_as_a_ratio()
    {
        Assert.Equal(
            [
                "cpp/tcp-epoll, write-write-read of 32 B: with Nagle's algorithm a round trip takes 40 ms, without it "
                    + "80 µs: 500 times as long (472 to 529)",
            ],
            Of(Nagle(true, new(80_000, 76_000, 84_000)), Nagle(false, new(40e6, 39e6, 41e6)))
        );
        Assert.EndsWith(
            ": 1.25 times as long",
            Assert.Single(Of(Nagle(true, new(80_000, null, null)), Nagle(false, new(100_000, null, null))))
        );
        static string OfPingPong(double with) =>
            Assert.Single(
                Of(
                    Nagle(true, new(80_000, 79_200, 80_800), "ping-pong"),
                    Nagle(false, new(with, with * 0.99, with * 1.01), "ping-pong")
                )
            );
        Assert.EndsWith("; nothing of the algorithm shows here", OfPingPong(80_400));
        Assert.EndsWith(": 1.50 times as long (1.48 to 1.52)", OfPingPong(120_000));
    }

    [Fact]
    public void Cells_that_differ_in_more_are_not_held_against_each_other() =>
        Assert.Empty(
            Of(
                Nagle(true, new(80_000, null, null)),
                Nagle(false, new(100_000, null, null), "ping-pong"),
                Nagle(false, new(100_000, null, null)) with
                {
                    Status = CellStatus.Invalid,
                }
            )
        );

    private static CellSummary Connections(int n, double perS, double meanNs) =>
        Cell(new Scenario { Connections = n }, p50: null)
            .With(("throughput_per_s", new(perS, null, null)), ("rtt_mean_ns", new(meanNs, null, null)));

    [Fact]
    public void A_sweep_over_connections_is_told_as_rate_and_round_trip()
    {
        CellSummary[] sweep =
        [
            Connections(1, 20_000, 50_000),
            Connections(4, 60_000, 66_000),
            Connections(16, 124_000, 150_000),
        ];
        Assert.Equal(
            ["cpp/tcp-epoll: 16 connections carry 6.20 times the rate of 1, and a round trip is 3.00 times as long"],
            Of(sweep)
        );
        Assert.Empty(Of(sweep[..2]));
    }

    private static CellSummary Preflood(int n, double meanNs, double halfWidth = 0.01) =>
        Cell(new Scenario { Test = "preflood", InFlight = n + 1 }.With(PrefloodLoad.Messages, n), p50: null)
            .With(("rtt_mean_ns", new(meanNs, meanNs * (1 - halfWidth), meanNs * (1 + halfWidth))));

    /// <summary>A line needs three points.</summary>
    [Fact]
    public void A_preflood_is_told_as_a_slope_and_what_one_message_does()
    {
        Assert.Equal(
            [
                "cpp/tcp-epoll: each message of a preflood adds 5 µs to the mean round trip (5 µs to 5 µs; N from 1 to "
                    + "8, r² 1.000); N = 1 helps: 15 µs beside 20 µs without",
            ],
            Of([Preflood(0, 20_000), .. new[] { 8, 4, 2, 1 }.Select(n => Preflood(n, 10_000 + 5_000 * n))])
        );
        static string WithHalfWidth(double halfWidth) =>
            Assert.Single(
                Of(
                    Preflood(0, 10_000, halfWidth),
                    Preflood(1, 15_000, halfWidth),
                    Preflood(2, 20_000),
                    Preflood(4, 30_000)
                )
            );
        Assert.EndsWith("; N = 1 does not help: 15 µs beside 10 µs without", WithHalfWidth(0.01));
        Assert.EndsWith("; N = 1 makes no difference that shows: 15 µs beside 10 µs without", WithHalfWidth(0.5));
        Assert.Empty(Of(Preflood(0, 1), Preflood(1, 1), Preflood(2, 2)));
    }

    private static CellSummary Stream(int? messages, double perS) =>
        Cell(new Scenario { Test = "stream" }.With(BatchLoad.Messages, messages), p50: null)
            .With(("throughput_per_s", new(perS, null, null)));

    [Fact]
    public void Streams_are_told_as_rates() =>
        Assert.Equal(
            [
                "cpp/tcp-epoll, 32 B one way on 1 connection: 4 M/s messages with 8 by one call, 500 k/s with 1: "
                    + "8.00 times the rate",
            ],
            Of(Stream(null, 500_000), Stream(64, 3_000_000), Stream(8, 4_000_000))
        );

    private static CellSummary Carrying(string payload, double perS, double allocatedBytes, double halfWidth = 0) =>
        Cell(new() { Payload = payload, MessageBytes = 512 }, p50: null)
            .With(
                ("throughput_per_s", new(perS, perS / (1 + halfWidth), perS / (1 - halfWidth))),
                ("client_allocated_bytes_per_msg", new(allocatedBytes, null, null))
            );

    [Fact]
    public void What_a_library_makes_is_told_as_time_and_memory_more_than_what_is_copied_unless_at_a_rate()
    {
        Assert.Equal(
            [
                "cpp/tcp-epoll, 512 B: a message of json takes 14 µs, one that is copied 10 µs: 4 µs more (2.28 µs to "
                    + "5.72 µs), and 2 KiB allocated",
                "cpp/tcp-epoll, 512 B: a message of protobuf takes 9.9 µs, one that is copied 10 µs: -100 ns more "
                    + "(-1.51 µs to 1.31 µs), and 0 B allocated",
            ],
            Of(
                Carrying("ones", 100_000, 0),
                Carrying("random", 100_000, 10, 0.1),
                Carrying("json", 1e9 / 14_000, 2058, 0.1),
                Carrying("protobuf", 1e9 / 9_900, 0, 0.1)
            )
        );
        Assert.Empty(
            new[] { Carrying("random", 100, 0), Carrying("json", 100, 0) }.SelectMany(cell =>
                Of(cell with { Scenario = cell.Scenario with { RatePerS = 100 } })
            )
        );
    }

    private static CellSummary Batch(int n, double perS, double meanNs) =>
        Cell(new Scenario { Test = "batch", InFlight = n }.With(BatchLoad.Messages, n), p50: null)
            .With(("throughput_per_s", new(perS, null, null)), ("rtt_mean_ns", new(meanNs, null, null)));

    [Fact]
    public void Batches_are_told_as_rate_and_round_trip() =>
        Assert.Equal(
            [
                "cpp/tcp-epoll, 32 B on 1 connection: batches of 8 take 40 µs each, of 1 20 µs: 4.00 times the rate, "
                    + "and a message's round trip is 1.75 times as long",
            ],
            Of(Batch(1, 50_000, 20_000), Batch(64, 100_000, 640_000), Batch(8, 200_000, 35_000))
        );
}
