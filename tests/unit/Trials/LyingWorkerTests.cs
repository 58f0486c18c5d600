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

    private static Task AssertEachCaught(
        string role,
        params (string Op, Action<JsonObject> Lie, string Reason)[] lies
    ) => Assert.AllAsync(lies, lie => AssertCaught(b => b.Answers(role, lie.Op, lie.Lie), lie.Reason));

    [Fact]
    public Task Counts_that_contradict_each_other() =>
        AssertEachCaught(
            "client",
            ("warm-up", r => r["sent"] = (long)r["sent"]! + 1, "counts do not add up"),
            ("slice", r => r["sent"] = (long)r["sent"]! + 1, "counts do not add up"),
            ("unbroken", r => r["sent"] = (long)r["sent"]! + 1, "counts do not add up"),
            ("slice", r => r["answered"] = (long)r["received"]! - 1, "answered in all"),
            ("slice", Counting(5, 1), "in the histogram"),
            ("slice", r => r["unsent"] = 7, "none was due"),
            ("slice", r => r["silent_connections"] = 1, "silent connections"),
            ("slice", r => r["reordered"] = 1L << 40, "reordered"),
            ("usage", r => r["messages"] = 3, "received in all"),
            ("connect", r => r["connections"] = 0, "0 connections are up, 1 were asked for"),
            ("connect", r => r["connect_histogram"] = new JsonArray(5, 2), "2 connect times")
        );

    [Fact]
    public Task A_field_that_is_missing_or_malformed() =>
        AssertEachCaught(
            "client",
            ("hello", r => r["runtime"] = 3, "field 'runtime' is missing or no string"),
            ("hello", r => r["histogram_layout"] = "linear", "histogram layout 'linear'"),
            ("connect", r => r["connect_histogram"] = new JsonArray(3), "malformed"),
            ("slice", r => r.Remove("from_ns"), "field 'from_ns' is missing"),
            ("slice", r => r.Remove("received"), "field 'received' is missing"),
            ("slice", r => r.Remove("histogram"), "field 'histogram' is missing"),
            ("slice", Counting(5, 2000, 4, 0), "malformed"),
            ("slice", Counting(-1, 2000), "malformed"),
            ("slice", Counting(27_648, 2000), "malformed"),
            ("slice", Counting(5, 0), "malformed"),
            ("slice", Counting(5), "malformed")
        );

    [Fact]
    public Task A_server_that_can_not_be() =>
        AssertEachCaught(
            "server",
            ("hello", r => r["protocol"] = 2, "speaks protocol 2"),
            ("hello", r => r["cpus"] = new JsonArray(-1), "names cores"),
            ("hello", r => r["cpus"] = new JsonArray(long.MaxValue), "names cores"),
            ("usage", r => r["gc_count"] = -1, "field 'gc_count' is negative"),
            ("usage", r => r["gc_pause_ns"] = -1, "field 'gc_pause_ns' is negative"),
            ("usage", r => r["allocated_bytes"] = -1, "field 'allocated_bytes' is negative"),
            ("usage", r => r["messages"] = (long)r["messages"]! / 2, "by its own count")
        );

    [Fact]
    public Task Another_address_than_asked_for_or_a_port_that_is_none() =>
        AssertEachCaught(
            "server",
            ("listen", r => r["address"] = "::", "listens on '::'"),
            ("listen", r => r["address"] = "::2", "listens on '::2'"),
            ("listen", r => r["address"] = "localhost", "listens on 'localhost'"),
            ("listen", r => r["port"] = 0, "listens on port 0"),
            ("listen", r => r["port"] = -1, "listens on port -1"),
            ("listen", r => r["port"] = 70_000, "listens on port 70000"),
            ("listen", r => r["port"] = (1L << 32) + 80, "listens on port 4294967376")
        );

    [Fact]
    public Task Figures_that_are_negative_wrap_or_come_close_to_2_63() =>
        AssertEachCaught(
            "client",
            ("slice", r => r["sent"] = -1, "field 'sent' is negative"),
            ("slice", r => r["received"] = -1, "field 'received' is negative"),
            ("slice", r => r["late"] = -1, "field 'late' is negative"),
            ("slice", r => r["rtt_sum_ns"] = -5, "'rtt_sum_ns' is negative"),
            ("slice", Counting(1, long.MaxValue, 2, long.MaxValue), "malformed"),
            ("warm-up", r => (r["from_ns"], r["to_ns"]) = (0, long.MaxValue), "'to_ns'"),
            (
                "slice",
                r =>
                {
                    (r["sent"], r["received"]) = (long.MaxValue, long.MaxValue);
                    r["histogram"] = new JsonArray(5, long.MaxValue);
                },
                "'sent'"
            )
        );

    [Fact]
    public Task A_window_without_a_length() =>
        AssertEachCaught(
            "client",
            ("unbroken", r => r["to_ns"] = (long)r["from_ns"]! - 5, "ends 5 ns before it begins"),
            ("warm-up", HasNoLength, "window"),
            ("unbroken", HasNoLength, "window")
        );

    [Fact]
    public Task A_window_ten_times_as_long_as_asked_for() =>
        Assert.AllAsync<string>(
            ["warm-up", "slice", "unbroken"],
            kind =>
                AssertCaught(
                    b => b.ClientAnswers(kind, r => r["to_ns"] = (long)r["from_ns"]! + 10 * Window(r)),
                    "were asked for"
                )
        );

    /// <summary>All consistent with each other, and with no clock.</summary>
    [Fact]
    public Task A_window_at_another_time_than_it_was_asked_for() =>
        Assert.AllAsync<(string Kind, long AheadNs)>(
            [
                ("warm-up", 3_600_000_000_000),
                ("slice", 3_600_000_000_000),
                ("unbroken", 3_600_000_000_000),
                ("slice", -1_000_000_000),
                ("slice", -2_000_000),
                ("unbroken", 2_000_000),
            ],
            row =>
                AssertCaught(b => b.ClientAnswers(row.Kind, r => Shift(r, row.AheadNs)), "by the clock of this machine")
        );

    /// <summary>Another machine's clock is its own, and goes on all the same.</summary>
    [Fact]
    public Task A_window_before_the_last_one() =>
        AssertCaught(
            b => b.RunsOn("client", "far").ClientAnswers("unbroken", r => Shift(r, -1_000_000_000)),
            "and the window before"
        );

    [Fact]
    public Task Round_trips_that_are_shorter_than_the_rate_lets_them_be() =>
        Assert.AllAsync<(string Kind, double Times)>(
            [("slice", 0.75), ("slice", 0.5), ("slice", 0), ("unbroken", 0.7), ("unbroken", 0.5), ("unbroken", 0)],
            async row =>
            {
                var summaries = await ToldAsync(row.Kind, r => Shorten(r, row.Times));
                Assert.Equal([CellStatus.Ok, CellStatus.Invalid], summaries.Select(s => s.Status));
                Assert.Contains("messages in flight, not 1 (Little's law", summaries[1].Reasons[0]);
            }
        );

    /// <summary>What docs/method.md leaves open: as much as pauses take that no round trip shows, and so tails of
    /// which the mean has no more. A window that is told a little early has the same length and counts: no figure is
    /// another.</summary>
    [Fact]
    public Task What_pauses_take_and_what_two_readings_of_a_clock_are_apart_is_no_lie() =>
        Assert.AllAsync<(string Kind, Action<JsonObject> Lie)>(
            [("slice", r => Shorten(r, 0.9)), ("unbroken", r => Shorten(r, 0.9)), ("slice", r => Shift(r, -900_000))],
            async row =>
                Assert.All(await ToldAsync(row.Kind, row.Lie), cell => Assert.Equal(CellStatus.Ok, cell.Status))
        );

    private static async Task<IReadOnlyList<CellSummary>> ToldAsync(string kind, Action<JsonObject> lie)
    {
        var machine = FakeMachine.With("a", "b");
        machine["b"].ClientAnswers(kind, lie);
        var records = await machine.BlockAsync();
        return machine
            .Cells.Zip(records, (cell, record) => SummaryBuilder.SummarizeCell(Trial.OfCell(cell, [record])))
            .ToList();
    }

    [Fact]
    public Task Round_trips_that_are_not_those_of_the_histogram() =>
        AssertEachCaught(
            "client",
            ("slice", r => r["rtt_sum_ns"] = (long)(0.9 * (long)r["rtt_sum_ns"]!), "its round trips add up to"),
            ("slice", r => r["rtt_sum_ns"] = (long)(1.1 * (long)r["rtt_sum_ns"]!), "its round trips add up to"),
            ("slice", r => r["rtt_sum_ns"] = 1000 * (long)r["rtt_sum_ns"]!, "its round trips add up to"),
            ("slice", r => r["histogram"] = new JsonArray(1000, (long)r["received"]!), "its round trips add up to"),
            ("slice", r => r["rtt_max_ns"] = 1L << 53, "its longest round trip is"),
            ("slice", r => r["rtt_max_ns"] = 51_000, "its longest round trip is"),
            ("slice", r => r["rtt_max_ns"] = 49_000, "its longest round trip is"),
            ("slice", r => r["rtt_max_ns"] = null, "its longest round trip is"),
            ("slice", r => r["rtt_max_ns"] = long.MaxValue, "more than can be")
        );

    /// <summary>Each of its figures fits the others.</summary>
    [Fact]
    public async Task More_messages_than_there_can_have_been()
    {
        await AssertCaught(
            b => b.ClientAnswers("slice", r => Multiply(r, 1000)).ClientAnswers("usage", r => r["messages"] = 1L << 50),
            "more than 1 in flight can have"
        );
        await AssertCaught(
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
    }

    private static Action<JsonObject> Counting(params long[] sparse) =>
        r => r["histogram"] = new JsonArray([.. sparse.Select(n => (JsonNode)n)]);

    private static void HasNoLength(JsonObject reply) =>
        (reply["to_ns"], reply["sent"], reply["received"], reply["histogram"]) = (
            (long)reply["from_ns"]!,
            0,
            0,
            new JsonArray()
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
