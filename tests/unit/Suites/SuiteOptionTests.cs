using Pingmark.Model;
using Xunit;

namespace Pingmark.Tests.Suites;

/// <summary><c>options</c>: what is asked of stacks by names that only they know.</summary>
public sealed class SuiteOptionTests
{
    private static StackOptions Asked(string lines) => Assert.Single(Yaml.With(lines).Cells).Asked.Options;

    [Fact]
    public void Names_and_values_are_the_stacks()
    {
        var options = Asked("options: {sqpoll: true, ring_entries: 0256}");
        Assert.Equal(["ring_entries", "sqpoll"], options.Keys);
        Assert.Equal(("true", "256"), (options["sqpoll"], options["ring_entries"]));
        Assert.Equal((true, 256L), ((bool)StackOptions.ToJson("true")!, (long)StackOptions.ToJson("256")!));
    }

    [Fact]
    public void A_list_is_a_dimension() =>
        Assert.Equal(
            [
                "cpp/tcp-epoll c1 f1 32B sqpoll depth 1",
                "cpp/tcp-epoll c1 f1 32B sqpoll depth 2",
                "cpp/tcp-epoll c1 f1 32B no sqpoll depth 1",
                "cpp/tcp-epoll c1 f1 32B no sqpoll depth 2",
            ],
            Yaml.With("options: {sqpoll: [true, false], depth: [1, 2]}").Ids()
        );

    [Fact]
    public void One_side_is_asked_by_its_name()
    {
        var options = Asked("options: {tick_rate_hz: 100, client: {tick_rate_hz: 30}}");
        Assert.Equal(
            ("100", "30"),
            (options.Find(StackOptions.Server, "tick_rate_hz"), options.Find(StackOptions.Client, "tick_rate_hz"))
        );
        Assert.Equal(["tick_rate_hz"], options.ForServer.Keys);
    }

    [Theory]
    [InlineData("tick_rate: 100\nclient_threads: 2", "options: {tick_rate_hz: 100, client_threads: 2}")]
    [InlineData(
        "tick_rate: {server: 60, client: 30}",
        "options: {server: {tick_rate_hz: 60}, client: {tick_rate_hz: 30}}"
    )]
    [InlineData("native_sockets: true\nudp_offload: false", "options: {native_sockets: true, udp_offload: false}")]
    public void Earlier_keys_are_still_read(string earlier, string now) => Assert.Equal(Asked(now), Asked(earlier));

    [Fact]
    public void The_command_line_sets_them_too()
    {
        var suite = Yaml.With("options: {sqpoll: true}", "options.sqpoll=false,true", "options.server.depth=3");
        Assert.Equal(["false", "true"], suite.Cells.Select(cell => cell.Scenario.Options["sqpoll"]));
        Assert.Equal("--set options.server.depth=3", suite.AskedOptions.Single(o => o.Key == "server.depth").NamePlace);
    }

    [Fact]
    public void A_stacks_own_are_no_part_of_the_scenario()
    {
        var suite = Yaml.Parse(
            """
            stacks:
              - {stack: cpp/tcp-spin, label: plain}
              - {stack: cpp/tcp-spin, label: polled, options: {sqpoll: true}}
            options: {depth: 4}
            """
        );
        Assert.Single(suite.Cells.Select(cell => cell.Scenario).Distinct());
        Assert.Equal([null, "true"], suite.Cells.Select(cell => cell.Asked.Options["sqpoll"]));
        Assert.Equal(
            [("x.yaml:3:52", "x.yaml:3:60", "sqpoll"), ("x.yaml:4:11", "x.yaml:4:18", "depth")],
            suite.AskedOptions.Select(o => (o.NamePlace, o.ValuePlace, o.Key)).Order()
        );
        Assert.All(suite.AskedOptions, option => Assert.Equal(["cpp/tcp-spin"], option.Stacks));
    }

    [Fact]
    public void What_is_wrong_without_asking_the_stack_has_its_place() =>
        Yaml.Tells(
            (
                "options: fast",
                "x.yaml:2:10: options must be a mapping of what a stack describes"
                    + ", such as {tick_rate_hz: 100}, not 'fast'"
            ),
            ("options: {a-b: 1}", "x.yaml:2:11: 'a-b' in options can't be an option's name: letters, digits and '_'"),
            (
                "options: {depth: a b}",
                "x.yaml:2:18: options.depth must be up to 60 letters, digits, '.', '_' or '-', not 'a b'"
            ),
            ("options: {depth: {a: 1}}", "x.yaml:2:18: options.depth must be a single value, not a mapping")
        );
}
