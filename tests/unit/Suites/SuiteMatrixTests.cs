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
                "java/tcp-nio c1 f9 8B",
                "cpp/tcp-epoll c1 f9 8B",
                "java/tcp-nio c1 f9 1024B",
                "cpp/tcp-epoll c1 f9 1024B",
                "java/tcp-nio c16 f1 8B",
                "cpp/tcp-epoll c16 f1 8B",
                "java/tcp-nio c16 f1 1024B",
                "cpp/tcp-epoll c16 f1 1024B",
                "java/tcp-nio c16 f9 8B",
                "cpp/tcp-epoll c16 f9 8B",
                "java/tcp-nio c16 f9 1024B",
                "cpp/tcp-epoll c16 f9 1024B",
            ],
            Yaml.Parse(
                    "stacks: [java/tcp-nio, cpp/tcp-epoll]\nconnections: [1, 16]\nin_flight: [1, 9]\n"
                        + "message_bytes: [8, 1KiB]"
                )
                .Ids()
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

    [Theory]
    [InlineData("native", "java/tcp-nio", "java/udp-spin")]
    [InlineData("reference", "cpp/tcp-epoll", "cpp/udp-spin")]
    public void Clients_are_the_stacks_own_or_the_cheapest_of_the_transport(string client, string tcp, string udp) =>
        Assert.Equal(
            [tcp, udp],
            Yaml.Parse($"stacks: [java/tcp-nio, java/udp-spin]\nclient: {client}").Cells.Select(c => c.Client)
        );

    [Theory]
    [InlineData("", "cpp/tcp-epoll")]
    [InlineData("client: native", "cpp/tcp-epoll")]
    [InlineData("client: java/tcp-nio", "java/tcp-nio")]
    [InlineData("rate: 1k/s", "cpp/tcp-spin")]
    public void A_server_alone_has_the_reference_client_unless_another_is_asked_for(string lines, string client) =>
        Assert.Equal([client], Yaml.Parse($"stacks: lua/select-tcp\n{lines}").Cells.Select(cell => cell.Client));

    [Theory]
    [InlineData("lua/http", "", "cpp/beast-http")]
    [InlineData("lua/quick-http", "client: reference", "cpp/beast-http")]
    [InlineData("lua/quick-http", "rate: 1k/s", "cpp/beast-http")]
    [InlineData("lua/grpc", "", "cpp/grpc")]
    [InlineData("lua/grpc-aio", "rate: 1k/s", "cpp/grpc")]
    public void Servers_of_http_and_of_grpc_have_their_one_client(string stack, string lines, string client) =>
        Assert.Equal(
            [client],
            SuiteFile
                .Parse($"stacks: {stack}\n{lines}", "x.yaml", [client, stack], [], null, null, [stack])
                .Cells.Select(cell => cell.Client)
        );

    [Fact]
    public void A_server_alone_is_no_client()
    {
        Assert.DoesNotContain(
            Yaml.Parse("stacks: [cpp/tcp-epoll, lua/select-tcp]\nclient: every").Cells,
            cell => cell.Client == "lua/select-tcp"
        );
        Assert.Equal(
            ["x.yaml:2:9: lua/select-tcp is a server alone, without a client"],
            Yaml.Problems("stacks: cpp/tcp-epoll\nclient: lua/select-tcp")
        );
    }

    [Fact]
    public void At_a_rate_the_reference_client_spins() =>
        Assert.Equal(
            ["cpp/tcp-spin", "cpp/udp-spin"],
            Yaml.Parse("stacks: [java/tcp-nio, java/udp-spin]\nclient: reference\nrate: 1k/s")
                .Cells.Select(c => c.Client)
        );

    [Fact]
    public void The_reference_client_of_snapshots_takes_all_of_them_in_one_thread() =>
        Assert.Equal(
            ["cpp/tcp-epoll", "cpp/udp-mmsg"],
            Yaml.Parse("stacks: [java/tcp-nio, java/udp-spin]\nclient: reference\ntest: tick")
                .Cells.Select(c => c.Client)
        );

    [Fact]
    public void One_client_can_play_against_all() =>
        Assert.All(
            Yaml.Parse("stacks: [java/tcp-nio, cpp/tcp-epoll]\nclient: cpp/tcp-spin").Cells,
            cell => Assert.Equal("cpp/tcp-spin", cell.Client)
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

    [Theory]
    [InlineData("every", true)]
    [InlineData("[every, native]", true)]
    [InlineData("[native, reference]", false)]
    [InlineData("every\nfresh_processes: true", false)]
    public void Every_client_against_every_server_shares_processes(string client, bool isShared) =>
        Assert.Equal(
            isShared,
            Yaml.Parse($"stacks: [cpp/tcp-epoll, java/tcp-nio]\nclient: {client}").Settings.SharesSides
        );

    [Fact]
    public void Words_that_mean_the_same_client_make_one_cell() =>
        Assert.Equal(["cpp/tcp-epoll c1 f1 32B"], Yaml.With("client: [native, reference, cpp/tcp-epoll]").Ids());

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
