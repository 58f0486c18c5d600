using System.Net;

namespace Pingmark.EndToEndTests;

/// <summary>Impaired networks by the engine that needs no rights.</summary>
[Trait("Layer", "stacks")]
[Trait("Gate", "no")]
public sealed class NetworkTests : CommandLineUser
{
    [Fact]
    public async Task A_network_is_measured_beside_what_was_asked_for()
    {
        var run = await RunAsync("network", "delay=5ms,loss=10%,engine=relay", "--packets", "2000", "--json");
        var check = run.Exits(0).Json[0];
        Assert.Equal(2000, check.Number("packets"));
        var figures = check.GetProperty("figures").EnumerateArray().ToList();
        Assert.Equal(["delay_ns", "loss", "duplicate", "reorder"], figures.Select(figure => figure.Text("quantity")));
        Assert.Equal(0.1, figures[1].GetProperty("got_up").GetDouble(), 0.002);
        Assert.Equal(0.1, figures[1].GetProperty("got_down").GetDouble(), 0.002);
    }

    [SkippableFact]
    public async Task Reliable_messages_of_two_generators_all_arrive_and_a_stream_that_can_not_lose_packets_says_so()
    {
        await WorkersHere.NeedStackAsync("cpp/enet");
        Folder.Write(
            "lossy.yaml",
            "stacks: [cpp/tcp-epoll, cpp/enet]\nnetwork: {delay: 5ms, loss: 5%, engine: relay}\n"
                + "address: 127.0.0.1\ntransmission: reliable\nin_flight: 4\nlost_after: 30s\ngenerators: 2\n"
                + "duration: 250ms\nrounds: 2\nbudget: 8s\n"
        );
        (await RunAsync("run", "lossy.yaml", "--out", "run", "-v")).Exits(0).Prints("2 generators began within");
        // As if it had been killed in the second round.
        var first = File.ReadLines(Folder["run/trials.jsonl"]).Where(line => !line.Contains("\"round\":2")).ToList();
        File.WriteAllText(Folder["run/trials.jsonl"], string.Join('\n', first) + "\n");
        File.Delete(Folder["run/summary.json"]);
        (await RunAsync("run", "--resume", "run", "-v")).Exits(0).Prints("resumed on ");
        var cells = Summary("run").Cells();
        Assert.Equal("unsupported", cells[0].Text("status"));
        Assert.Contains("can't lose", cells[0].GetProperty("reasons")[0].GetString());
        Assert.Equal(("ok", 2), (cells[1].Text("status"), cells[1].Number("rounds")));
        Assert.Equal((0, 0), (cells[1].Number("lost"), cells[1].Number("reordered")));
        Assert.True(cells[1].GetProperty("wire_bytes_per_msg").GetProperty("value").GetDouble() > 2 * 32);
        var report = await File.ReadAllTextAsync(Folder["run/report.md"]);
        Assert.Contains("| 5 ms, 5 % lost | relay | loss | 5 % | 5 % |", report);
    }

    [Fact]
    public async Task A_probe_goes_through_the_network_that_is_asked_for()
    {
        using var server = EchoServer.Udp(IPAddress.Loopback);
        var cell = (
            // A median needs twenty of them, however long they take on a busy machine.
            await RunAsync(
                Line($"probe udp://{server.EndPoint} --network delay=10ms --in-flight 16 --duration 500ms --json")
            )
        ).Exits(0).Json;
        Assert.Equal(10_000_000, cell.GetProperty("scenario").GetProperty("network").Number("delay_ns"));
        Assert.InRange(cell.GetProperty("rtt_p50_ns").GetProperty("value").GetDouble(), 20e6, 1e9);
    }

    [Fact]
    public async Task What_a_probe_can_not_have_is_refused() =>
        (await RunAsync(Line("probe tcp://127.0.0.1:7 --network loss=1%")))
            .Exits(2)
            .Complains("can't lose, double or reorder its packets");
}
