using Pingmark.Model;
using Pingmark.Model.Loads;
using Pingmark.Schema;
using Xunit;

namespace Pingmark.Tests.Suites;

/// <summary>Kinds of tests, and the options of sockets, as dimensions.</summary>
public sealed class TestKindTests
{
    [Fact]
    public void Tests_and_no_delay_are_dimensions()
    {
        var cells = Yaml.With("test: [ping-pong, write-write-read]\nsocket: {no_delay: [true, false]}").Cells;
        Assert.Equal(
            [
                "ping-pong c1 f1 32B no_delay",
                "ping-pong c1 f1 32B nagle",
                "write-write-read c1 f1 32B no_delay",
                "write-write-read c1 f1 32B nagle",
            ],
            cells.Select(c => c.Id[(c.Id.IndexOf(' ') + 1)..])
        );
        Assert.Equal([true, false, true, false], cells.Select(c => c.Scenario.Socket.NoDelay));
    }

    [Fact]
    public void Other_options_of_the_socket_stay_beside_a_dimension()
    {
        var cells = Yaml.With("socket: {no_delay: [true, false], send_buffer: 64KiB}").Cells;
        Assert.All(cells, cell => Assert.Equal(65_536, cell.Scenario.Socket.SendBufferBytes));
    }

    [Fact]
    public void A_scenario_may_have_a_socket_of_its_own()
    {
        var cells = Yaml.With("scenarios: [{name: A, socket: {no_delay: false}}, {name: B}]").Cells;
        Assert.Equal([false, null], cells.Select(c => c.Scenario.Socket.NoDelay));
    }

    [Fact]
    public void What_is_set_takes_the_place_of_a_list() =>
        Assert.Equal(
            [false],
            Yaml.With("socket: {no_delay: [true, false]}", "socket.no_delay=false")
                .Cells.Select(c => c.Scenario.Socket.NoDelay)
        );

    [Theory]
    [InlineData(
        "test: tide",
        "x.yaml:2:7: test must be ping-pong, batch, write-write-read, preflood, stream, churn, tick, not 'tide'; "
            + "did you mean 'tick'?"
    )]
    [InlineData("test: batch", "x.yaml:2:7: test: batch needs batch, such as batch: 8")]
    [InlineData("batch: 4", "x.yaml:2:8: batch needs test: batch or test: stream")]
    [InlineData("test: batch\nbatch: 65537", "x.yaml:3:8: batch must be 1 to 65536, not '65537'")]
    [InlineData(
        "test: batch\nbatch: 4\nin_flight: 3",
        "x.yaml:4:12: in_flight follows from batch, and must be left out"
    )]
    [InlineData(
        "test: batch\nbatch: [1, 512]\nmessage_bytes: 64KiB",
        "x.yaml:3:8: batch 512 of 65536 B is more than any stack may have in flight; 256 is the most"
    )]
    [InlineData("test: preflood", "x.yaml:2:7: test: preflood needs preflood, such as preflood: 8")]
    [InlineData("preflood: 4", "x.yaml:2:11: preflood needs test: preflood")]
    [InlineData("test: preflood\npreflood: -1", "x.yaml:3:11: preflood must be a whole number, not '-1'")]
    [InlineData(
        "test: preflood\npreflood: 4\nin_flight: 3",
        "x.yaml:4:12: in_flight follows from preflood, and must be left out"
    )]
    [InlineData(
        "test: preflood\npreflood: [1, 64]\nmessage_bytes: 8KiB",
        "x.yaml:3:11: preflood 64 of 8192 B is more than the buffers of a connection hold while nobody reads; "
            + "31 is the most"
    )]
    [InlineData(
        "test: preflood\npreflood: 8\nsocket: {send_buffer: 4KiB}\nmessage_bytes: 1KiB",
        "preflood 8 of 1024 B is more than the buffers of a connection hold while nobody reads; 3 is the most"
    )]
    [InlineData(
        "test: stream\nin_flight: 6",
        "x.yaml:3:12: in_flight 6 is no power of two, as the window of test: stream must be"
    )]
    [InlineData("test: stream\nmessage_bytes: 19", "messages of test: stream have 20 B at least")]
    [InlineData("test: stream\nin_flight: 8\nbatch: 9", "x.yaml:4:8: batch 9 is more than may be in flight, 8")]
    [InlineData(
        "test: churn\nin_flight: 2",
        "x.yaml:3:12: in_flight of test: churn is 1: a connection has one message"
    )]
    [InlineData("test: churn\nbatch: 2", "x.yaml:3:8: batch needs test: batch or test: stream")]
    [InlineData("test: stream\nrate: 1k/s", "rate and test: stream exclude each other")]
    [InlineData("snapshot_rate: 20", "x.yaml:2:16: snapshot_rate needs test: tick")]
    [InlineData("snapshot_bytes: 100", "x.yaml:2:17: snapshot_bytes needs test: tick")]
    [InlineData("test: tick\nmessage_bytes: 1000", "clients tell snapshots by length")]
    [InlineData("test: tick\nmessages: 100", "ticks go by time")]
    [InlineData("test: tick\nconnections: 100\nrate: 99/s", "who sends none is sent no snapshots")]
    [InlineData("test: tick\nbatch: 2", "batch needs test: batch or test: stream")]
    [InlineData("test: stream\npreflood: 1", "x.yaml:3:11: preflood needs test: preflood")]
    [InlineData("test: write-write-red", "not 'write-write-red'; did you mean 'write-write-read'?")]
    [InlineData("socket: {no_delay: [true, 1]}", "x.yaml:2:27: socket.no_delay must be true or false, not '1'")]
    [InlineData("socket: {no_dely: true}", "x.yaml:2:10: unknown key 'no_dely' in socket; did you mean 'no_delay'?")]
    [InlineData(
        "scenarios: [{name: A, socket: {send_buffer: 1KiB}}]",
        "x.yaml:2:32: unknown key 'send_buffer' in scenarios.socket"
    )]
    [InlineData("test: write-write-read\nrate: 1k/s", "rate and test: write-write-read exclude each other")]
    [InlineData(
        "test: write-write-read\nlap_messages: 9",
        "lap_messages and test: write-write-read exclude each other"
    )]
    public void What_does_not_go_together_is_told(string yaml, string problem) =>
        Assert.EndsWith(problem, Yaml.Problem(yaml));

    [Fact]
    public void A_preflood_has_one_more_in_flight()
    {
        var cells = Yaml.With("test: preflood\npreflood: [0, 4]").Cells;
        Assert.Equal(["n0 c1 32B", "n4 c1 32B"], cells.Select(c => c.Id[(c.Id.IndexOf(' ') + 1)..]));
        Assert.Equal([(0, 1), (4, 5)], cells.Select(c => (c.Scenario[PrefloodLoad.Messages], c.Scenario.InFlight)));
    }

    [Fact]
    public void A_batch_is_in_flight()
    {
        var cells = Yaml.With("test: batch\nbatch: [1, 4]").Cells;
        Assert.Equal(["b1 c1 32B", "b4 c1 32B"], cells.Select(c => c.Id[(c.Id.IndexOf(' ') + 1)..]));
        Assert.Equal([1, 4], cells.Select(c => c.Scenario.InFlight));
    }

    [Fact]
    public void A_stream_has_a_window_that_every_stack_can_have()
    {
        var cells = Yaml.With("test: stream\nbatch: [1, 4]\nmessage_bytes: [32, 1000, 64KiB]").Cells;
        Assert.Equal(
            [(32, 4096), (1000, 256), (65_536, 4), (32, 4096), (1000, 256)],
            cells.Take(5).Select(c => (c.Scenario.MessageBytes, c.Scenario.InFlight))
        );
        Assert.Equal("b1 c1 32B", cells[0].Id[(cells[0].Id.IndexOf(' ') + 1)..]);
    }

    [Fact]
    public void Ticks_have_an_input_for_each_snapshot()
    {
        var cells = Yaml.With("test: tick\nconnections: [10, 200]").Cells;
        Assert.Equal([200, 4_000], cells.Take(2).Select(c => c.Scenario.RatePerS));
        var scenario = cells[0].Scenario;
        Assert.Equal(
            (20, 1_000, 64, "tick"),
            (scenario[TickLoad.RateHz], scenario[TickLoad.Bytes], scenario.InFlight, scenario.LoadName)
        );
    }

    [Fact]
    public void A_stream_is_asked_for_when_connecting()
    {
        var scenario = new Scenario { Test = "stream" };
        var field = Assert.Single(ScenarioKeys.Fields(Request.Connect), field => field.Name == "one_way");
        Assert.True((bool?)field.Value(scenario));
        Assert.Null(field.Value(new Scenario()));
    }

    [Fact]
    public void A_client_is_asked_for_the_load_of_the_same_name()
    {
        var scenario = new Scenario { Test = "write-write-read" };
        Assert.Equal(
            ["load=write-write-read"],
            ScenarioKeys
                .Fields(Request.Run)
                .Where(field => field.Value(scenario) is not null)
                .Select(field => $"{field.Name}={field.Value(scenario)}")
        );
    }
}
