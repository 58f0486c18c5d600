using Pingmark.Model;
using Pingmark.Suites;
using Xunit;

namespace Pingmark.Tests.Suites;

public class SuiteOverridesTests
{
    [Theory]
    [InlineData("connections=[4,5]")]
    [InlineData("connections=4,5")]
    [InlineData(" connections = 4, 5 ")]
    public void Lists_replace_the_files(string set) =>
        Assert.Equal([4, 5], Yaml.With("connections: [1, 2, 3]", set).Cells.Select(c => c.Scenario.Connections));

    [Fact]
    public void Dotted_keys_reach_into_mappings_and_leave_the_rest_of_them()
    {
        var scenario = Yaml.With(
                "socket: {no_delay: true, send_buffer: 1KiB}\npin: {server: 1}",
                "socket.no_delay=false",
                "pin.server.cpus=0-1"
            )
            .Cells[0]
            .Scenario;
        Assert.Equal(new SocketOptions { NoDelay = false, SendBufferBytes = 1024 }, scenario.Socket);
        Assert.Equal(new Pin("cpus:0-1", "rest"), scenario.Pin);
    }

    /// <summary>The last of several wins; a comma in a text makes no list.</summary>
    [Fact]
    public void Values_are_added_or_take_the_place_of_others()
    {
        Assert.Equal(4, Yaml.With("", "rounds=3", "rounds=4").Settings.Rounds);
        Assert.Equal(3, Yaml.With("rounds: many", "rounds=3").Settings.Rounds);
        Assert.Equal("Hello, world", Yaml.With("", "about=Hello, world").About);
        Assert.Equal(5000, Yaml.With("duration: 5s", "messages=5k").Cells[0].Scenario.Messages);
        Assert.Null(Yaml.With("messages: 5k", "duration=5s").Cells[0].Scenario.Messages);
    }

    [Fact]
    public void Errors_name_the_option()
    {
        Assert.All<(string Set, string Problem)>(
            [
                ("connections=0", "connections must be 1 to 10000, not '0'"),
                ("conections=1", "unknown key 'conections'; did you mean 'connections'?"),
                ("socket.nodelay=true", "unknown key 'nodelay' in socket; did you mean 'no_delay'?"),
                ("connections.x=1", "connections must be a single value, not a mapping"),
                ("rounds=", "rounds has no value"),
                ("rounds=#3", "rounds has no value"),
                ("rounds", "must be key=value, such as connections=16 or socket.no_delay=false"),
                ("socket.=1", "must be key=value, such as connections=16 or socket.no_delay=false"),
            ],
            row => Assert.Equal([$"--set {row.Set}: {row.Problem}"], Yaml.Problems("stacks: cpp/tcp-epoll", [row.Set]))
        );
        var typed = SuiteOverride.FromOption("--rounds", "rounds", "0");
        var e = Assert.Throws<BadInputException>(() => SuiteFile.Parse("stacks: a/b", "x.yaml", set: [typed]));
        Assert.Equal("--rounds 0: rounds must be 1 to 1000, not '0'", e.Message);
    }

    [Fact]
    public void What_is_said_twice_on_the_command_line_is_a_contradiction() =>
        Assert.Equal(
            ["--set messages=5: messages and duration exclude each other; give one of them"],
            Yaml.Problems("stacks: cpp/tcp-epoll", ["messages=5", "duration=5s"])
        );

    [Fact]
    public void Problems_of_the_file_come_first() =>
        Assert.Equal(
            ["x.yaml:1:9: unknown stack 'a/b'", "--set rounds=0: rounds must be 1 to 1000, not '0'"],
            Yaml.Problems("stacks: a/b", ["rounds=0"])
        );
}
