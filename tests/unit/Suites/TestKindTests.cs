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
        const string Lines = "test: [ping-pong, write-write-read]\nsocket: {no_delay: [true, false]}";
        Assert.Equal(
            [
                "ping-pong c1 f1 32B no_delay",
                "ping-pong c1 f1 32B nagle",
                "write-write-read c1 f1 32B no_delay",
                "write-write-read c1 f1 32B nagle",
            ],
            Yaml.Scenarios(Lines)
        );
        Assert.Equal([true, false, true, false], Sockets(Lines).Select(socket => socket.NoDelay));
    }

    private static IEnumerable<SocketOptions> Sockets(string lines, params string[] set) =>
        Yaml.With(lines, set).Cells.Select(cell => cell.Scenario.Socket);

    [Fact]
    public void A_socket_may_be_of_the_suite_of_a_scenario_or_of_the_command_line()
    {
        Assert.All(
            Sockets("socket: {no_delay: [true, false], send_buffer: 64KiB}"),
            socket => Assert.Equal(65_536, socket.SendBufferBytes)
        );
        Assert.Equal(
            [false, null],
            Sockets("scenarios: [{name: A, socket: {no_delay: false}}, {name: B}]").Select(socket => socket.NoDelay)
        );
        Assert.Equal(
            [false],
            Sockets("socket: {no_delay: [true, false]}", "socket.no_delay=false").Select(socket => socket.NoDelay)
        );
    }

    [Fact]
    public void What_does_not_go_together_is_told() =>
        Yaml.Tells(
            (
                "test: tide",
                "x.yaml:2:7: test must be ping-pong, batch, write-write-read, preflood, stream, churn, tick, not "
                    + "'tide'; did you mean 'tick'?"
            ),
            ("test: batch", "x.yaml:2:7: test: batch needs batch, such as batch: 8"),
            ("batch: 4", "x.yaml:2:8: batch needs test: batch or test: stream"),
            ("test: batch\nbatch: 65537", "x.yaml:3:8: batch must be 1 to 65536, not '65537'"),
            ("test: batch\nbatch: 4\nin_flight: 3", "x.yaml:4:12: in_flight follows from batch, and must be left out"),
            ("test: batch\nbatch: [1, 512]\nmessage_bytes: 64KiB", "may have in flight; 256 is the most"),
            (
                "test: preflood\npreflood: [1, 64]\nmessage_bytes: 8KiB",
                "preflood 64 of 8192 B is more than the buffers of a connection hold while nobody reads; 31 is the most"
            ),
            (
                "test: preflood\npreflood: 8\nsocket: {send_buffer: 4KiB}\nmessage_bytes: 1KiB",
                "preflood 8 of 1024 B is more than the buffers of a connection hold while nobody reads; 3 is the most"
            ),
            (
                "test: stream\nin_flight: 6",
                "x.yaml:3:12: in_flight 6 is no power of two, as the window of test: stream must be"
            ),
            ("test: stream\nmessage_bytes: 19", "messages of test: stream have 20 B at least"),
            ("test: stream\nin_flight: 8\nbatch: 9", "x.yaml:4:8: batch 9 is more than may be in flight, 8"),
            ("test: churn\nin_flight: 2", "in_flight of test: churn is 1: a connection has one message"),
            ("test: stream\nrate: 1k/s", "rate and test: stream exclude each other"),
            ("snapshot_rate: 20", "x.yaml:2:16: snapshot_rate needs test: tick"),
            ("test: tick\nmessage_bytes: 1000", "clients tell snapshots by length"),
            ("test: tick\nmessages: 100", "ticks go by time"),
            ("test: tick\nconnections: 100\nrate: 99/s", "who sends none is sent no snapshots"),
            ("test: write-write-read\nlap_messages: 9", "lap_messages and test: write-write-read exclude each other")
        );

    [Fact]
    public void A_batch_is_in_flight_and_a_preflood_has_one_more()
    {
        const string Batch = "test: batch\nbatch: [1, 4]",
            Preflood = "test: preflood\npreflood: [0, 4]";
        Assert.Equal(["b1 c1 32B", "b4 c1 32B"], Yaml.Scenarios(Batch));
        Assert.Equal([1, 4], Yaml.With(Batch).Cells.Select(c => c.Scenario.InFlight));
        Assert.Equal(["n0 c1 32B", "n4 c1 32B"], Yaml.Scenarios(Preflood));
        Assert.Equal(
            [(0, 1), (4, 5)],
            Yaml.With(Preflood).Cells.Select(c => (c.Scenario[PrefloodLoad.Messages], c.Scenario.InFlight))
        );
    }

    [Fact]
    public void A_stream_has_a_window_that_every_stack_can_have()
    {
        const string Lines = "test: stream\nbatch: [1, 4]\nmessage_bytes: [32, 1000, 64KiB]";
        Assert.Equal(
            [(32, 4096), (1000, 256), (65_536, 4), (32, 4096), (1000, 256)],
            Yaml.With(Lines).Cells.Take(5).Select(c => (c.Scenario.MessageBytes, c.Scenario.InFlight))
        );
        Assert.Equal("b1 c1 32B", Yaml.Scenarios(Lines).First());
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
    public void A_stream_is_asked_for_when_connecting_and_a_client_for_the_load_of_the_same_name()
    {
        var oneWay = Assert.Single(ScenarioKeys.Fields(Request.Connect), field => field.Name == "one_way");
        Assert.True((bool?)oneWay.Value(new() { Test = "stream" }));
        Assert.Null(oneWay.Value(new()));
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
