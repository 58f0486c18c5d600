using System.Text.Json.Nodes;
using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Results;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Trials;

/// <summary>Workers that are wrong on purpose: each lie fails its cell with a reason that names worker and phase, and
/// the other cell goes on.</summary>
public class LyingWorkerTests
{
    private static async Task AssertCaught(Action<FakeStack> lie, string reason)
    {
        var machine = FakeMachine.With("a", "b");
        lie(machine["b"]);
        var records = await machine.BlockAsync();
        Assert.Equal([CellStatus.Ok, CellStatus.Failed], records.Select(r => r.Status));
        Assert.Contains(reason, records[1].Reason);
        Assert.StartsWith("b ", records[1].Reason);
    }

    [Theory]
    [InlineData("warm-up")]
    [InlineData("slice")]
    [InlineData("unbroken")]
    public Task Counts_that_do_not_add_up(string kind) =>
        AssertCaught(b => b.ClientAnswers(kind, r => r["sent"] = (long)r["sent"]! + 1), "counts do not add up");

    [Fact]
    public Task Fewer_answered_in_all_than_received() =>
        AssertCaught(b => b.ClientAnswers("slice", r => r["answered"] = (long)r["received"]! - 1), "answered in all");

    [Theory]
    [InlineData("sent")]
    [InlineData("received")]
    [InlineData("late")]
    public Task A_negative_count(string field) =>
        AssertCaught(b => b.ClientAnswers("slice", r => r[field] = -1), $"field '{field}' is negative");

    [Fact]
    public Task A_histogram_of_fewer_answers_than_were_received() =>
        AssertCaught(b => b.ClientAnswers("slice", r => r["histogram"] = new JsonArray(5, 1)), "in the histogram");

    [Theory]
    [InlineData(5, 2000, 4, 0)]
    [InlineData(-1, 2000)]
    [InlineData(27_648, 2000)]
    [InlineData(5, 0)]
    [InlineData(5)]
    public Task A_malformed_histogram(params int[] sparse) =>
        AssertCaught(
            b => b.ClientAnswers("slice", r => r["histogram"] = new JsonArray([.. sparse.Select(n => (JsonNode)n)])),
            "malformed"
        );

    [Fact]
    public Task A_malformed_histogram_of_connect_times() =>
        AssertCaught(b => b.ClientAnswers("connect", r => r["connect_histogram"] = new JsonArray(3)), "malformed");

    [Fact]
    public Task A_window_that_ends_before_it_begins() =>
        AssertCaught(
            b => b.ClientAnswers("unbroken", r => r["to_ns"] = (long)r["from_ns"]! - 5),
            "ends 5 ns before it begins"
        );

    [Theory]
    [InlineData("warm-up")]
    [InlineData("unbroken")]
    public Task A_window_of_no_length(string kind) =>
        AssertCaught(
            b =>
                b.ClientAnswers(
                    kind,
                    r =>
                    {
                        (r["to_ns"], r["sent"], r["received"], r["histogram"]) = (
                            (long)r["from_ns"]!,
                            0,
                            0,
                            new JsonArray()
                        );
                    }
                ),
            "window"
        );

    [Fact]
    public Task A_window_longer_than_time_itself() =>
        AssertCaught(b => b.ClientAnswers("warm-up", r => (r["from_ns"], r["to_ns"]) = (0, long.MaxValue)), "'to_ns'");

    [Fact]
    public Task More_answers_than_the_world_has_messages() =>
        AssertCaught(
            b =>
                b.ClientAnswers(
                    "slice",
                    r =>
                    {
                        (r["sent"], r["received"], r["histogram"]) = (
                            long.MaxValue,
                            long.MaxValue,
                            new JsonArray(5, long.MaxValue)
                        );
                    }
                ),
            "'sent'"
        );

    [Fact]
    public Task More_answers_than_the_server_echoed_messages() =>
        AssertCaught(b => b.ServerAnswers("usage", r => r["messages"] = (long)r["messages"]! / 2), "by its own count");

    [Fact]
    public Task More_answers_than_the_client_received() =>
        AssertCaught(b => b.ClientAnswers("usage", r => r["messages"] = 3), "received in all");

    [Fact]
    public Task Another_protocol() =>
        AssertCaught(b => b.ServerAnswers("hello", r => r["protocol"] = 2), "speaks protocol 2");

    [Fact]
    public Task Another_histogram_layout() =>
        AssertCaught(b => b.ClientAnswers("hello", r => r["histogram_layout"] = "linear"), "histogram layout 'linear'");

    [Fact]
    public Task Fewer_connections_than_asked_for() =>
        AssertCaught(
            b => b.ClientAnswers("connect", r => r["connections"] = 0),
            "0 connections are up, 1 were asked for"
        );

    [Fact]
    public Task A_field_of_another_type() =>
        AssertCaught(b => b.ClientAnswers("hello", r => r["runtime"] = 3), "field 'runtime' is missing or no string");

    [Theory]
    [InlineData("from_ns")]
    [InlineData("received")]
    [InlineData("histogram")]
    public Task A_missing_field(string field) =>
        AssertCaught(b => b.ClientAnswers("slice", r => r.Remove(field)), $"field '{field}' is missing");

    [Theory]
    [InlineData("warm-up")]
    [InlineData("slice")]
    [InlineData("unbroken")]
    [Fault("a worker that counts another window than it was asked for", "its cell fails with both figures", 1, 5)]
    public Task A_window_ten_times_as_long_as_asked_for(string kind) =>
        AssertCaught(
            b => b.ClientAnswers(kind, r => r["to_ns"] = (long)r["from_ns"]! + 10 * Window(r)),
            "were asked for"
        );

    /// <summary>All consistent with each other, and with no clock.</summary>
    [Theory]
    [InlineData("warm-up", 3_600_000_000_000)]
    [InlineData("slice", 3_600_000_000_000)]
    [InlineData("unbroken", 3_600_000_000_000)]
    [InlineData("slice", -1_000_000_000)]
    [InlineData("slice", -2_000_000)]
    [InlineData("unbroken", 2_000_000)]
    [Fault(
        "a worker on this machine whose windows are an hour ahead, or before they were asked for",
        "its cell fails with both times",
        1,
        5
    )]
    public Task A_window_at_another_time_than_it_was_asked_for(string kind, long aheadNs) =>
        AssertCaught(b => b.ClientAnswers(kind, r => Shift(r, aheadNs)), "by the clock of this machine");

    /// <summary>Another machine's clock is its own, and goes on all the same.</summary>
    [Fact]
    public Task A_window_before_the_last_one() =>
        AssertCaught(
            b => b.RunsOn("client", "far").ClientAnswers("unbroken", r => Shift(r, -1_000_000_000)),
            "and the window before"
        );

    [Theory]
    [InlineData("slice", 0.75)]
    [InlineData("slice", 0.5)]
    [InlineData("slice", 0)]
    [InlineData("unbroken", 0.7)]
    [InlineData("unbroken", 0.5)]
    [InlineData("unbroken", 0)]
    [Fault(
        "a worker that halves all of its round trips, or tells 0 ns",
        "its trials are withheld with both figures, and the run ends with 1",
        1,
        5
    )]
    public async Task Round_trips_that_are_shorter_than_the_rate_lets_them_be(string kind, double times)
    {
        var summaries = await ToldAsync(kind, r => Shorten(r, times));
        Assert.Equal([CellStatus.Ok, CellStatus.Invalid], summaries.Select(s => s.Status));
        Assert.Contains("messages in flight, not 1 (Little's law", summaries[1].Reasons[0]);
    }

    /// <summary>What docs/methodology.md leaves open: as much as pauses take that no round trip shows, and so tails of
    /// which the mean has no more.</summary>
    [Theory]
    [InlineData("slice")]
    [InlineData("unbroken")]
    public async Task A_tenth_less_is_what_pauses_may_take(string kind) =>
        Assert.All(await ToldAsync(kind, r => Shorten(r, 0.9)), cell => Assert.Equal(CellStatus.Ok, cell.Status));

    /// <summary>A window that is told a little early has the same length and counts: no figure is another.</summary>
    [Fact]
    public async Task What_two_readings_of_a_clock_are_apart_is_no_other_time() =>
        Assert.All(await ToldAsync("slice", r => Shift(r, -900_000)), cell => Assert.Equal(CellStatus.Ok, cell.Status));

    private static async Task<IReadOnlyList<CellSummary>> ToldAsync(string kind, Action<JsonObject> lie)
    {
        var machine = FakeMachine.With("a", "b");
        machine["b"].ClientAnswers(kind, lie);
        var records = await machine.BlockAsync();
        return machine
            .Cells.Zip(records, (cell, record) => SummaryBuilder.CellOf(Trial.OfCell(cell, [record])))
            .ToList();
    }

    [Fact]
    public Task Round_trips_that_add_up_to_less_than_nothing() =>
        AssertCaught(b => b.ClientAnswers("slice", r => r["rtt_sum_ns"] = -5), "'rtt_sum_ns' is negative");

    [Theory]
    [InlineData(0.9)]
    [InlineData(1.1)]
    [InlineData(1000)]
    public Task Round_trips_that_add_up_to_another_sum_than_those_of_the_histogram(double times) =>
        AssertCaught(
            b => b.ClientAnswers("slice", r => r["rtt_sum_ns"] = (long)(times * (long)r["rtt_sum_ns"]!)),
            "its round trips add up to"
        );

    [Fact]
    [Fault(
        "a worker whose mean, maximum or sum is not that of its histogram",
        "its cell fails with both figures",
        1,
        5
    )]
    public Task A_histogram_of_a_microsecond() =>
        AssertCaught(
            b => b.ClientAnswers("slice", r => r["histogram"] = new JsonArray(1000, (long)r["received"]!)),
            "its round trips add up to"
        );

    [Theory]
    [InlineData(1L << 53)]
    [InlineData(51_000L)]
    [InlineData(49_000L)]
    [InlineData(null)]
    public Task A_longest_round_trip_that_the_histogram_does_not_have(long? ns) =>
        AssertCaught(b => b.ClientAnswers("slice", r => r["rtt_max_ns"] = ns), "its longest round trip is");

    [Fact]
    public Task A_longest_round_trip_beyond_all_that_can_be() =>
        AssertCaught(b => b.ClientAnswers("slice", r => r["rtt_max_ns"] = long.MaxValue), "more than can be");

    /// <summary>Each of its figures fits the others.</summary>
    [Fact]
    [Fault(
        "a worker that tells more messages than its slots, its window or the other side can have had",
        "its cell fails with both figures",
        1,
        5
    )]
    public Task A_thousand_times_the_messages() =>
        AssertCaught(
            b => b.ClientAnswers("slice", r => Multiply(r, 1000)).ClientAnswers("usage", r => r["messages"] = 1L << 50),
            "more than 1 in flight can have"
        );

    [Fact]
    public Task More_messages_than_nanoseconds() =>
        AssertCaught(
            b =>
                b.ClientAnswers(
                    "slice",
                    r =>
                    {
                        var many = 1L << 50;
                        (r["sent"], r["received"], r["answered"]) = (many, many, many);
                        (r["histogram"], r["rtt_sum_ns"], r["rtt_max_ns"]) = (new JsonArray(0, many), 0, 0);
                    }
                ),
            "more than can be"
        );

    [Fact]
    [Fault("a worker whose figures are negative, wrap, or come close to 2^63", "its cell fails, with the field", 1, 5)]
    public Task Counts_of_a_histogram_that_wrap() =>
        AssertCaught(
            b => b.ClientAnswers("slice", r => r["histogram"] = new JsonArray(1, long.MaxValue, 2, long.MaxValue)),
            "malformed"
        );

    [Fact]
    public Task Messages_that_were_not_sent_where_none_was_due() =>
        AssertCaught(b => b.ClientAnswers("slice", r => r["unsent"] = 7), "none was due");

    [Fact]
    public Task More_silent_connections_than_lost_messages() =>
        AssertCaught(b => b.ClientAnswers("slice", r => r["silent_connections"] = 1), "silent connections");

    [Fact]
    public Task More_reordered_answers_than_answers() =>
        AssertCaught(b => b.ClientAnswers("slice", r => r["reordered"] = 1L << 40), "reordered");

    [Theory]
    [InlineData("gc_count")]
    [InlineData("gc_pause_ns")]
    [InlineData("allocated_bytes")]
    public Task A_negative_cost(string field) =>
        AssertCaught(b => b.ServerAnswers("usage", r => r[field] = -1), $"field '{field}' is negative");

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    [InlineData(70_000)]
    [InlineData((1L << 32) + 80)]
    public Task A_port_that_is_none(long port) =>
        AssertCaught(b => b.ServerAnswers("listen", r => r["port"] = port), $"listens on port {port}");

    [Theory]
    [InlineData("::")]
    [InlineData("::2")]
    [InlineData("localhost")]
    [Fault("a server that listens on another address or port than it was asked to", "its cell fails", 1, 5)]
    public Task Another_address_than_asked_for(string address) =>
        AssertCaught(b => b.ServerAnswers("listen", r => r["address"] = address), $"listens on '{address}'");

    [Theory]
    [InlineData(-1)]
    [InlineData(long.MaxValue)]
    public Task Cores_that_no_machine_has(long core) =>
        AssertCaught(b => b.ServerAnswers("hello", r => r["cpus"] = new JsonArray(core)), "names cores");

    [Fact]
    public Task More_connect_times_than_connections() =>
        AssertCaught(
            b => b.ClientAnswers("connect", r => r["connect_histogram"] = new JsonArray(5, 2)),
            "2 connect times"
        );

    private static void Shift(JsonObject reply, long ns) =>
        (reply["from_ns"], reply["to_ns"]) = ((long)reply["from_ns"]! + ns, (long)reply["to_ns"]! + ns);

    private static void Shorten(JsonObject reply, double times)
    {
        var (received, ns) = ((long)reply["received"]!, (long)(times * (long)reply["rtt_max_ns"]!));
        (reply["rtt_max_ns"], reply["rtt_sum_ns"]) = (ns, ns * received);
        reply["histogram"] = new JsonArray(Histogram.IndexOf(ns), received);
    }

    private static long Window(JsonObject reply) => (long)reply["to_ns"]! - (long)reply["from_ns"]!;

    private static void Multiply(JsonObject reply, long times)
    {
        foreach (var field in (string[])["sent", "received", "answered", "rtt_sum_ns"])
            reply[field] = times * (long)reply[field]!;
        reply["histogram"]![1] = times * (long)reply["histogram"]![1]!;
    }
}
