using Xunit;

namespace Pingmark.Tests.Suites;

/// <summary>Every kind of error, with its message: it is what a user of suites sees most of this code.</summary>
public class SuiteErrorTests
{
    [Fact]
    public void Keys_are_told() =>
        Yaml.Tells(
            ("elephants: 3", "x.yaml:2:1: unknown key 'elephants'"),
            ("socket: {no_dely: true}", "x.yaml:2:10: unknown key 'no_dely' in socket; did you mean 'no_delay'?"),
            ("rounds: 3\nrounds: 4", "x.yaml:3:1: 'rounds' is given twice, first in line 2"),
            ("? [a]\n: b", "x.yaml:2:3: a key must be a name, not a list")
        );

    [Fact]
    public void Types_are_told() =>
        Yaml.Tells(
            (
                "baseline: {by: [transport, wait]}",
                "x.yaml:2:28: baseline.by must be transport, waits, stack, not 'wait'; did you mean 'waits'?"
            ),
            ("baseline: {}", "x.yaml:2:11: baseline.by is missing: a list of transport, waits, stack, or none"),
            ("baseline: cpp", "x.yaml:2:11: baseline must be a mapping with by, not 'cpp'"),
            ("rounds: many", "x.yaml:2:9: rounds must be a whole number, not 'many'"),
            ("rounds:", "x.yaml:2:8: rounds has no value"),
            ("rounds: [1, 2]", "x.yaml:2:9: rounds must be a single value, not a list"),
            ("socket: {no_delay: [true, 1]}", "x.yaml:2:27: socket.no_delay must be true or false, not '1'"),
            (
                "payload: zeroes",
                "x.yaml:2:10: payload must be zeros, ones, random, json, protobuf, java-serialization, memorypack, not "
                    + "'zeroes'; did you mean 'zeros'?"
            ),
            (
                "address: localhost",
                "x.yaml:2:10: address must be an IP address such as ::1 or 127.0.0.1, not 'localhost'"
            ),
            ("address: '::'", "x.yaml:2:10: address must be one machine's address, and '::' is a wildcard"),
            ("name: ../x", "x.yaml:2:7: name must be up to 60 letters, digits, '.', '_' or '-', not '../x'"),
            ("about: \"a\\eb\"", "x.yaml:2:8: about must not have control characters in it: 'a\uFFFDb'"),
            (
                "pin: {client: none}",
                "x.yaml:2:15: pin.client must be a number of cores, rest, all or {cpus: \"0-1\"}, not 'none'"
            ),
            (
                "pin: {client: {cpus: 3-1}}",
                "x.yaml:2:22: pin.client.cpus must be a list of cores such as \"0-1\" or \"0,2-3\", not '3-1'"
            )
        );

    [Fact]
    public void Ranges_are_told() =>
        Yaml.Tells(
            ("connections: 0", "x.yaml:2:14: connections must be 1 to 10000, not '0'"),
            ("connections: 10001", "x.yaml:2:14: connections must be 1 to 10000, not '10001'"),
            ("in_flight: 65537", "x.yaml:2:12: in_flight must be 1 to 65536, not '65537'"),
            ("message_bytes: 7", "x.yaml:2:16: message_bytes must be 8 B to 64 KiB, not '7'"),
            ("rounds: 1001", "x.yaml:2:9: rounds must be 1 to 1000, not '1001'"),
            ("duration: 25h", "x.yaml:2:11: duration must be 1 ms to 24 h, not '25h'"),
            ("slice: 1ms", "x.yaml:2:8: slice must be 5 ms to 2 s, not '1ms'"),
            ("precision: 51%", "x.yaml:2:12: precision must be more than 0 and at most 50%, not '51%'"),
            ("connections: []", "x.yaml:2:14: connections is an empty list"),
            ("connections: [1, 2, 1]", "x.yaml:2:21: connections lists '1' twice")
        );

    [Fact]
    public void Combinations_are_told() =>
        Yaml.Tells(
            ("messages: 5\nduration: 5s", "x.yaml:2:11: messages and duration exclude each other; give one of them"),
            (
                "lap_messages: 9\nin_flight: 2",
                "x.yaml:2:15: lap_messages needs connections: 1 and in_flight: 1"
                    + ", for a lap is a row of round trips"
            ),
            (
                "pin: {server: rest}",
                "x.yaml:2:15: pin.server and pin.client can't both be the rest; give one"
                    + " of them a count, cpus or all"
            ),
            (
                "client: java/udp-spin",
                "client java/udp-spin speaks udp, but cpp/tcp-epoll speaks tcp; use client: reference, or native"
            ),
            ("client: refrence", "x.yaml:2:9: unknown client 'refrence'; did you mean 'reference'?"),
            ("client: lua/select-tcp", "x.yaml:2:9: lua/select-tcp is a server alone, without a client")
        );

    [Fact]
    public void Stacks_are_told() =>
        Assert.All<(string Yaml, string Problem)>(
            [
                ("rounds: 3", "x.yaml:1:1: stacks is missing: what should be compared?"),
                (
                    "stacks: [[a]]",
                    "x.yaml:1:10: stacks must list ids, or mappings with a stack and its label, not a list"
                ),
                ("stacks: [cpp/tcp-epol]", "x.yaml:1:10: unknown stack 'cpp/tcp-epol'; did you mean 'cpp/tcp-epoll'?"),
                ("stacks: {label: a}", "x.yaml:1:9: stacks.stack is missing"),
                (
                    "stacks: [cpp/tcp-spin, cpp/tcp-spin]",
                    "x.yaml:1:24: 'cpp/tcp-spin' is listed twice; tell the entries apart by labels: "
                        + "{stack: cpp/tcp-spin, label: a}"
                ),
                (
                    "stacks: {stack: java/tcp-nio, runtime_options: {jav: a}}",
                    "x.yaml:1:49: unknown key 'jav' in stacks.runtime_options; did you mean 'java'?"
                ),
                (
                    "stacks: cpp/udp-spin\nmessage_bytes: [8, 4KiB]",
                    "x.yaml:2:16: message_bytes must be at most 1400 for cpp/udp-spin, whose messages are datagrams, "
                        + "not 4096"
                ),
                (
                    "stacks: dotnet/litenetlib\nclient: reference",
                    "x.yaml:2:9: there is no reference client for dotnet/litenetlib, which speaks a protocol of "
                        + "its own; use client: native"
                ),
                (
                    "stacks: lua/websocket",
                    "x.yaml:1:1: there is no reference client for lua/websocket, which speaks a protocol of its own; "
                        + "name a client that speaks it, too"
                ),
            ],
            row => Assert.Equal([row.Problem], Yaml.Problems(row.Yaml))
        );

    [Fact]
    public void All_problems_of_a_file_are_reported_in_its_order() =>
        Assert.Equal(
            [
                "x.yaml:1:1: unknown key 'conections'; did you mean 'connections'?",
                "x.yaml:2:9: unknown stack 'a/b'",
                "x.yaml:3:15: pin.server.cpus is missing",
                "x.yaml:3:16: unknown key 'cpu' in pin.server; did you mean 'cpus'?",
                "x.yaml:4:9: rounds must be 1 to 1000, not '0'",
            ],
            Yaml.Problems("conections: 1\nstacks: a/b\npin: {server: {cpu: 1}}\nrounds: 0")
        );

    [Fact]
    public void Thousands_of_cells_and_entries_are_refused()
    {
        Assert.Equal(
            ["x.yaml:1:1: the matrix has 2001 cells (3 stacks and clients x 667 connections); 2000 are the most"],
            Yaml.Problems($"stacks: [cpp/tcp-epoll, cpp/tcp-spin, java/tcp-nio]\nconnections: [{Numbers(667)}]")
        );
        // Which is not even read.
        Assert.Equal(
            "x.yaml:2:14: connections has 2001 entries; 2000 are the most",
            Yaml.Problem($"connections: [{Numbers(2001)}]")
        );
        static string Numbers(int count) => string.Join(", ", Enumerable.Range(1, count));
    }

    [Fact]
    public void Thousands_of_entries_of_one_stack_are_not_multiplied_by_one_another()
    {
        var entries = string.Join(", ", Enumerable.Range(0, 2000).Select(i => $"{{stack: cpp/udp-spin, label: n{i}}}"));
        var before = GC.GetAllocatedBytesForCurrentThread();
        Yaml.Parse($"client: [every, native]\nstacks: [{entries}]");
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 1, 100L << 20);
    }
}
