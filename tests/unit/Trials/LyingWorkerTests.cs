using System.Text.Json.Nodes;
using Pingmark.Model;
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
}
