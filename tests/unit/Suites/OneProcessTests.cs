using Xunit;

namespace Pingmark.Tests.Suites;

/// <summary>Both sides in one process, as suites ask for it.</summary>
public sealed class OneProcessTests
{
    [Fact]
    public void One_process_and_two_are_a_dimension()
    {
        const string Lines = "scenarios: [{name: A, pair: {threads: [1, 2]}}, {name: B}]";
        Assert.Equal([1, 2, null], Yaml.With(Lines).Cells.Select(c => c.Scenario.PairThreads));
        Assert.Equal(["A p1 c1 f1 32B", "A p2 c1 f1 32B", "B"], Yaml.Scenarios(Lines));
    }

    [Fact]
    public void What_does_not_go_with_one_process_is_told() =>
        Yaml.Tells(
            ("pair: {threads: 3}", "x.yaml:2:17: pair.threads must be 1 to 2, not '3'"),
            (
                "pair: {threads: 2}\ngenerators: 2",
                "x.yaml:2:7: pair and generators exclude each other: one process has one client"
            ),
            (
                "pair: {threads: 2}\nnetwork: wifi",
                "x.yaml:2:7: pair and network exclude each other: there is no network in a process"
            ),
            (
                "pair: {threads: 2}\nsampling: true",
                "x.yaml:3:11: sampling and pair exclude each other"
                    + ": a profiler tells processes apart, and not their sides"
            ),
            (
                "pair: {threads: 1}\ntest: stream",
                "x.yaml:2:7: pair: {threads: 1} makes ping-pong and batch" + " as a closed loop, nothing else"
            ),
            (
                "pair: {threads: 1}\nrate: 1k/s",
                "x.yaml:2:7: pair: {threads: 1} makes ping-pong and batch" + " as a closed loop, nothing else"
            ),
            (
                "pair: {threads: 1}\nconnections: 2",
                "x.yaml:3:14: pair: {threads: 1} has one connection: its thread does both ends of it"
            ),
            (
                "pair: {threads: 1}\nin_flight: 8\nmessage_bytes: 64KiB",
                "threads: 1} has at most 262144 B in flight"
                    + ", which the buffers of a connection hold while its thread sends"
            ),
            (
                "pair: {threads: 2}\nclient: java/tcp-nio",
                "and its client java/tcp-nio are of two runtimes"
                    + ", and one process has one; client: native is the stack's own"
            ),
            (
                "pair: {threads: 2}\nclient: cpp/tcp-spin",
                "cpp/tcp-epoll and its client cpp/tcp-spin are two stacks"
                    + ", and one process has one for both sides; client: native is the stack's own"
            )
        );
}
