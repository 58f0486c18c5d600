using Pingmark.Model;
using Xunit;

namespace Pingmark.Tests.Suites;

/// <summary>The list <c>scenarios</c>: combinations that are no matrix, each with its name.</summary>
public class SuiteScenariosTests
{
    private const string Nbn = """
        stacks: [cpp/tcp-epoll, java/tcp-nio]
        connections: 500
        messages: 1000
        scenarios:
          - {name: One, in_flight: 1}
          - {name: Ten, in_flight: 10, messages: 2000, transmission: reliable}
          - {name: Sizes, connections: 1, message_bytes: [8, 1KiB]}
        """;

    [Fact]
    public void Each_is_a_matrix_of_its_own_whose_name_is_its_id_where_that_suffices() =>
        Assert.Equal(
            [
                "cpp/tcp-epoll One",
                "java/tcp-nio One",
                "cpp/tcp-epoll Ten",
                "java/tcp-nio Ten",
                "cpp/tcp-epoll Sizes c1 f1 8B",
                "java/tcp-nio Sizes c1 f1 8B",
                "cpp/tcp-epoll Sizes c1 f1 1024B",
                "java/tcp-nio Sizes c1 f1 1024B",
            ],
            Yaml.Parse(Nbn).Ids()
        );

    [Fact]
    public void What_it_does_not_say_is_the_suites()
    {
        var scenarios = Yaml.Parse(Nbn).Cells.Select(c => c.Scenario).Distinct().ToList();
        Assert.Equal(
            [
                ("One", 500, 1, 1000L, null),
                ("Ten", 500, 10, 2000L, Transmission.Reliable),
                ("Sizes", 1, 1, 1000L, null),
                ("Sizes", 1, 1, 1000L, null),
            ],
            scenarios.Select(s => (s.Name, s.Connections, s.InFlight, s.Messages ?? 0, s.Transmission))
        );
    }

    [Fact]
    public void What_is_wrong_has_its_place() =>
        Yaml.Tells(
            ("scenarios: [{connections: 1}]", "x.yaml:2:13: scenarios.name is missing"),
            ("scenarios: [{name: A}, {name: A}]", "x.yaml:2:31: scenarios lists 'A' twice"),
            (
                "scenarios: [{name: A, conections: 1}]",
                "x.yaml:2:23: unknown key 'conections' in scenarios; did you mean 'connections'?"
            ),
            (
                "scenarios: [A]",
                "x.yaml:2:13: each of scenarios must be a mapping with name, test, batch, preflood, snapshot_rate, "
                    + "snapshot_bytes, servers, generators, pair, connections, in_flight, rate, arrivals, burst, "
                    + "replay, message_bytes, payload, transmission, messages, lost_after, socket, network, options, "
                    + "not 'A'"
            ),
            ("scenarios: [{name: A, socket: {send_buffer: 1KiB}}]", "unknown key 'send_buffer' in scenarios.socket")
        );

    [Fact]
    public void Transmissions_can_be_a_dimension() =>
        Assert.Equal(
            ["dotnet/litenetlib c1 f1 32B reliable", "dotnet/litenetlib c1 f1 32B unreliable"],
            Yaml.Parse("stacks: dotnet/litenetlib\ntransmission: [reliable, unreliable]").Ids()
        );
}
