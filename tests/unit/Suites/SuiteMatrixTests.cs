using Pingmark.Suites;
using Xunit;

namespace Pingmark.Tests.Suites;

public class SuiteMatrixTests
{
    [Fact]
    public void Each_scenario_has_all_stacks_in_their_order_and_the_first_is_its_baseline() =>
        Assert.Equal(
            [
                "java/tcp-nio c1 f1 8B",
                "cpp/tcp-epoll c1 f1 8B",
                "java/tcp-nio c1 f1 1024B",
                "cpp/tcp-epoll c1 f1 1024B",
                "java/tcp-nio c16 f1 8B",
                "cpp/tcp-epoll c16 f1 8B",
                "java/tcp-nio c16 f1 1024B",
                "cpp/tcp-epoll c16 f1 1024B",
            ],
            Yaml.Parse("stacks: [java/tcp-nio, cpp/tcp-epoll]\nconnections: [1, 16]\nmessage_bytes: [8, 1KiB]").Ids()
        );

    [Fact]
    public void Ids_name_payload_and_client_only_where_they_differ() =>
        Assert.Equal(
            [
                "cpp/tcp-epoll c1 f1 32B zeros client cpp/tcp-epoll",
                "cpp/tcp-epoll c1 f1 32B zeros client java/tcp-nio",
                "nio c1 f1 32B zeros",
                "cpp/tcp-epoll c1 f1 32B ones client cpp/tcp-epoll",
                "cpp/tcp-epoll c1 f1 32B ones client java/tcp-nio",
                "nio c1 f1 32B ones",
            ],
            Yaml.Parse(
                    "stacks: [cpp/tcp-epoll, {stack: java/tcp-nio, label: nio, client: native}]\n"
                        + "client: [native, java/tcp-nio]\npayload: [zeros, ones]"
                )
                .Ids()
        );

    private static IEnumerable<string> Clients(string stacks, string lines) =>
        Yaml.Parse($"stacks: {stacks}\n{lines}").Cells.Select(cell => cell.Client);

    /// <summary>The reference is the cheapest of the transport; at a rate it spins, and of snapshots it takes all in
    /// one thread.</summary>
    [Fact]
    public void Clients_are_the_stacks_own_the_reference_or_one_for_all()
    {
        const string Both = "[java/tcp-nio, java/udp-spin]";
        Assert.Equal(["java/tcp-nio", "java/udp-spin"], Clients(Both, "client: native"));
        Assert.Equal(["cpp/tcp-epoll", "cpp/udp-spin"], Clients(Both, "client: reference"));
        Assert.Equal(["cpp/tcp-spin", "cpp/udp-spin"], Clients(Both, "client: reference\nrate: 1k/s"));
        Assert.Equal(["cpp/tcp-epoll", "cpp/udp-mmsg"], Clients(Both, "client: reference\ntest: tick"));
        Assert.All(
            Clients("[java/tcp-nio, cpp/tcp-epoll]", "client: cpp/tcp-spin"),
            client => Assert.Equal("cpp/tcp-spin", client)
        );
        // Words that mean the same client make one cell.
        Assert.Equal(["cpp/tcp-epoll"], Clients("cpp/tcp-epoll", "client: [native, reference, cpp/tcp-epoll]"));
    }

    [Fact]
    public void A_server_alone_has_the_reference_client_unless_another_is_asked_for()
    {
        Assert.Equal(["cpp/tcp-epoll"], Clients("lua/select-tcp", ""));
        Assert.Equal(["cpp/tcp-epoll"], Clients("lua/select-tcp", "client: native"));
        Assert.Equal(["java/tcp-nio"], Clients("lua/select-tcp", "client: java/tcp-nio"));
        Assert.Equal(["cpp/tcp-spin"], Clients("lua/select-tcp", "rate: 1k/s"));
        Assert.DoesNotContain("lua/select-tcp", Clients("[cpp/tcp-epoll, lua/select-tcp]", "client: every"));
    }

    [Theory]
    [InlineData("lua/http", "")]
    [InlineData("lua/quick-http", "client: reference")]
    [InlineData("lua/quick-http", "rate: 1k/s")]
    public void Servers_of_http_have_its_one_client(string stack, string lines) =>
        Assert.Equal(
            ["cpp/beast-http"],
            SuiteFile
                .Parse($"stacks: {stack}\n{lines}", "x.yaml", ["cpp/beast-http", stack], [], null, null, [stack])
                .Cells.Select(cell => cell.Client)
        );

    [Fact]
    public void Every_client_plays_against_every_server_that_speaks_the_same() =>
        Assert.Equal(
            [
                ("cpp/tcp-epoll", "cpp/tcp-epoll"),
                ("cpp/tcp-epoll", "java/tcp-nio"),
                ("cpp/udp-spin", "cpp/udp-spin"),
                ("java/tcp-nio", "cpp/tcp-epoll"),
                ("java/tcp-nio", "java/tcp-nio"),
            ],
            Yaml.Parse("stacks: [cpp/tcp-epoll, cpp/udp-spin, java/tcp-nio]\nclient: every")
                .Cells.Select(cell => (cell.Stack, cell.Client))
        );

    [Fact]
    public void Every_client_against_every_server_shares_processes()
    {
        Assert.True(IsShared("every"));
        Assert.True(IsShared("[every, native]"));
        Assert.False(IsShared("[native, reference]"));
        Assert.False(IsShared("every\nfresh_processes: true"));
        static bool IsShared(string client) =>
            Yaml.Parse($"stacks: [cpp/tcp-epoll, java/tcp-nio]\nclient: {client}").Settings.SharesSides;
    }

    [Fact]
    public void Labels_tell_entries_of_one_stack_apart()
    {
        var cells = Yaml.Parse(
            """
            stacks:
              - {stack: java/tcp-nio, label: serial, runtime_options: {java: [-server, -XX:+UseSerialGC]}}
              - {stack: java/tcp-nio, runtime_options: {java: [], cpp: []}}
            """
        ).Cells;
        Assert.Equal(["serial", "java/tcp-nio"], cells.Select(c => c.Label));
        Assert.Equal(["serial c1 f1 32B", "java/tcp-nio c1 f1 32B"], cells.Select(c => c.Id));
        Assert.Equal(["-server", "-XX:+UseSerialGC"], cells[0].RuntimeOptions["java"]);
        Assert.Equal(cells[0].Scenario, cells[1].Scenario);
    }
}
