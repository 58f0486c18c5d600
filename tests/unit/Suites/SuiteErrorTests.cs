using Xunit;

namespace Pingmark.Tests.Suites;

/// <summary>Every kind of error, with its whole message: it is what a user of suites sees most of this code.</summary>
public class SuiteErrorTests
{
    [Theory]
    [InlineData("conections: 3", "x.yaml:2:1: unknown key 'conections'; did you mean 'connections'?")]
    [InlineData("elephants: 3", "x.yaml:2:1: unknown key 'elephants'")]
    [InlineData("transmision: reliable", "x.yaml:2:1: unknown key 'transmision'; did you mean 'transmission'?")]
    [InlineData("socket: {no_dely: true}", "x.yaml:2:10: unknown key 'no_dely' in socket; did you mean 'no_delay'?")]
    [InlineData(
        "pin: {server: {cpu: 1}}",
        "x.yaml:2:16: unknown key 'cpu' in pin.server; did you mean 'cpus'?|x.yaml:2:15: pin.server.cpus is missing"
    )]
    [InlineData("rounds: 3\nrounds: 4", "x.yaml:3:1: 'rounds' is given twice, first in line 2")]
    [InlineData("? [a]\n: b", "x.yaml:2:3: a key must be a name, not a list")]
    public void Keys(string lines, string problems) =>
        Assert.Equal(problems.Split('|').Order(), Yaml.Problems($"stacks: cpp/tcp-epoll\n{lines}").Order());

    [Theory]
    [InlineData(
        "baseline: {by: [transport, wait]}",
        "x.yaml:2:28: baseline.by must be transport, waits, stack, not 'wait'; did you mean 'waits'?"
    )]
    [InlineData("baseline: {by: [waits, waits]}", "x.yaml:2:24: baseline.by lists 'waits' twice")]
    [InlineData("baseline: {}", "x.yaml:2:11: baseline.by is missing: a list of transport, waits, stack, or none")]
    [InlineData("baseline: cpp", "x.yaml:2:11: baseline must be a mapping with by, not 'cpp'")]
    [InlineData("rounds: many", "x.yaml:2:9: rounds must be a whole number, not 'many'")]
    [InlineData("rounds:", "x.yaml:2:8: rounds has no value")]
    [InlineData("rounds: [1, 2]", "x.yaml:2:9: rounds must be a single value, not a list")]
    [InlineData("connections: [1, {a: 1}]", "x.yaml:2:18: connections must be a single value, not a mapping")]
    [InlineData(
        "socket: true",
        "x.yaml:2:9: socket must be a mapping with no_delay, receive_buffer, send_buffer, "
            + "congestion_control, not 'true'"
    )]
    [InlineData("socket: {no_delay: yes}", "x.yaml:2:20: socket.no_delay must be true or false, not 'yes'")]
    [InlineData("duration: 30", "x.yaml:2:11: duration needs a unit: '30' could be 30ns, 30us, 30ms, 30s, 30m or 30h")]
    [InlineData("warmup: 5sec", "x.yaml:2:9: warmup has the unknown unit 'sec' in '5sec'; did you mean '5s'?")]
    [InlineData(
        "payload: zeroes",
        "x.yaml:2:10: payload must be zeros, ones, random, json, protobuf, java-serialization, memorypack, not "
            + "'zeroes'; did you mean 'zeros'?"
    )]
    [InlineData(
        "test: batsh",
        "x.yaml:2:7: test must be ping-pong, batch, write-write-read, preflood, stream, churn, tick, not "
            + "'batsh'; did you mean 'batch'?"
    )]
    [InlineData(
        "address: localhost",
        "x.yaml:2:10: address must be an IP address such as ::1 or 127.0.0.1, not 'localhost'"
    )]
    [InlineData(
        "address: 010.0.0.1",
        "x.yaml:2:10: address must be an IP address such as ::1 or 127.0.0.1, not '010.0.0.1'"
    )]
    [InlineData("address: '::'", "x.yaml:2:10: address must be one machine's address, and '::' is a wildcard")]
    [InlineData("name: ../x", "x.yaml:2:7: name must be up to 60 letters, digits, '.', '_' or '-', not '../x'")]
    [InlineData("about: \"a\\eb\"", "x.yaml:2:8: about must not have control characters in it: 'a\uFFFDb'")]
    [InlineData(
        "pin: {client: none}",
        "x.yaml:2:15: pin.client must be a number of cores, rest, all or {cpus: \"0-1\"}, not 'none'"
    )]
    [InlineData(
        "pin: {client: {cpus: 3-1}}",
        "x.yaml:2:22: pin.client.cpus must be a list of cores such as \"0-1\" or \"0,2-3\", not '3-1'"
    )]
    public void Types(string lines, string problem) => Assert.Equal(problem, Yaml.Problem(lines));

    [Theory]
    [InlineData("connections: 0", "x.yaml:2:14: connections must be 1 to 10000, not '0'")]
    [InlineData("connections: 10001", "x.yaml:2:14: connections must be 1 to 10000, not '10001'")]
    [InlineData("in_flight: 65537", "x.yaml:2:12: in_flight must be 1 to 65536, not '65537'")]
    [InlineData("message_bytes: 7", "x.yaml:2:16: message_bytes must be 8 B to 64 KiB, not '7'")]
    [InlineData("message_bytes: 1MiB", "x.yaml:2:16: message_bytes must be 8 B to 64 KiB, not '1MiB'")]
    [InlineData("rounds: 1001", "x.yaml:2:9: rounds must be 1 to 1000, not '1001'")]
    [InlineData("duration: 25h", "x.yaml:2:11: duration must be 1 ms to 24 h, not '25h'")]
    [InlineData("slice: 1ms", "x.yaml:2:8: slice must be 5 ms to 2 s, not '1ms'")]
    [InlineData("precision: 2", "x.yaml:2:12: precision needs a unit: '2' could be 2% or 200%")]
    [InlineData("precision: 51%", "x.yaml:2:12: precision must be more than 0 and at most 50%, not '51%'")]
    [InlineData("connections: []", "x.yaml:2:14: connections is an empty list")]
    [InlineData("connections: [1, 2, 1]", "x.yaml:2:21: connections lists '1' twice")]
    public void Ranges(string lines, string problem) => Assert.Equal(problem, Yaml.Problem(lines));

    [Theory]
    [InlineData("messages: 5\nduration: 5s", "x.yaml:2:11: messages and duration exclude each other; give one of them")]
    [InlineData(
        "lap_messages: 9\nin_flight: 2",
        "x.yaml:2:15: lap_messages needs connections: 1 and in_flight: 1, for a lap is a row of round trips"
    )]
    [InlineData(
        "pin: {server: rest}",
        "x.yaml:2:15: pin.server and pin.client can't both be the rest; give one of them a count, cpus or all"
    )]
    [InlineData(
        "client: java/udp-spin",
        "x.yaml:2:9: client java/udp-spin speaks udp, but cpp/tcp-epoll speaks tcp; use client: reference, or native"
    )]
    [InlineData("client: refrence", "x.yaml:2:9: unknown client 'refrence'; did you mean 'reference'?")]
    public void Combinations(string lines, string problem) => Assert.Equal(problem, Yaml.Problem(lines));

    [Theory]
    [InlineData("rounds: 3", "x.yaml:1:1: stacks is missing: what should be compared?")]
    [InlineData("stacks: []", "x.yaml:1:9: stacks is an empty list")]
    [InlineData(
        "stacks: [[a]]",
        "x.yaml:1:10: stacks must list ids, or mappings with a stack and its label, not a list"
    )]
    [InlineData("stacks: [cpp/tcp-epol]", "x.yaml:1:10: unknown stack 'cpp/tcp-epol'; did you mean 'cpp/tcp-epoll'?")]
    [InlineData("stacks: {label: a}", "x.yaml:1:9: stacks.stack is missing")]
    [InlineData(
        "stacks: [cpp/tcp-spin, cpp/tcp-spin]",
        "x.yaml:1:24: 'cpp/tcp-spin' is listed twice; tell the entries apart by labels: {stack: cpp/tcp-spin, label: a}"
    )]
    [InlineData(
        "stacks: {stack: java/tcp-nio, runtime_options: {jav: a}}",
        "x.yaml:1:49: unknown key 'jav' in stacks.runtime_options; did you mean 'java'?"
    )]
    [InlineData(
        "stacks: cpp/udp-spin\nmessage_bytes: [8, 4KiB]",
        "x.yaml:2:16: message_bytes must be at most 1400 for cpp/udp-spin, whose messages are datagrams, not 4096"
    )]
    [InlineData(
        "stacks: dotnet/litenetlib\nclient: reference",
        "x.yaml:2:9: there is no reference client for dotnet/litenetlib, which speaks a protocol of "
            + "its own; use client: native"
    )]
    [InlineData(
        "stacks: lua/websocket",
        "x.yaml:1:1: there is no reference client for lua/websocket, which speaks a protocol of its own; name a client "
            + "that speaks it, too"
    )]
    public void Stacks(string yaml, string problem) => Assert.Equal([problem], Yaml.Problems(yaml));

    [Fact]
    public void All_problems_of_a_file_are_reported_in_its_order() =>
        Assert.Equal(
            [
                "x.yaml:1:1: unknown key 'conections'; did you mean 'connections'?",
                "x.yaml:2:9: unknown stack 'a/b'",
                "x.yaml:3:9: rounds must be 1 to 1000, not '0'",
            ],
            Yaml.Problems("conections: 1\nstacks: a/b\nrounds: 0")
        );

    [Fact]
    public void A_matrix_of_thousands_of_cells_is_refused() =>
        Assert.Equal(
            ["x.yaml:1:1: the matrix has 2001 cells (3 stacks and clients x 667 connections); 2000 are the most"],
            Yaml.Problems(
                "stacks: [cpp/tcp-epoll, cpp/tcp-spin, java/tcp-nio]\n"
                    + $"connections: [{string.Join(", ", Enumerable.Range(1, 667))}]"
            )
        );

    [Fact]
    public void A_list_of_thousands_of_entries_is_not_even_read() =>
        Assert.Equal(
            "x.yaml:2:14: connections has 2001 entries; 2000 are the most",
            Yaml.Problem($"connections: [{string.Join(", ", Enumerable.Range(1, 2001))}]")
        );

    [Fact]
    public void Thousands_of_entries_of_one_stack_are_not_multiplied_by_one_another()
    {
        var entries = string.Join(", ", Enumerable.Range(0, 2000).Select(i => $"{{stack: cpp/udp-spin, label: n{i}}}"));
        var before = GC.GetAllocatedBytesForCurrentThread();
        Yaml.Parse($"client: [every, native]\nstacks: [{entries}]");
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 1, 100L << 20);
    }
}
