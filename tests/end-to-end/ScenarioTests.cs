namespace Pingmark.EndToEndTests;

/// <summary>What a scenario asks for is what is measured: connections, sizes, addresses, payloads, options,
/// counts.</summary>
[Trait("Layer", "stacks")]
public sealed class ScenarioTests : CommandLineUser
{
    private const long LargestMessage = 65_536;

    /// <summary>Those of TCP and UDP open as many in <see cref="EveryPairTests"/>.</summary>
    [SkippableTheory]
    [MemberData(nameof(Stacks.OfOtherWires), MemberType = typeof(Stacks))]
    public async Task Of_500_connections_none_is_silent(string stack)
    {
        await WorkersHere.NeedStackAsync(stack);
        var cell = Assert.Single(
            await this.MeasureAsync([stack], "connections: 500\nduration: 600ms\nlost_after: 5s\naddress: 127.0.0.1")
        );
        Assert.True(cell.Number("received") >= 500, cell.GetRawText());
        if (stack.Contains("tcp", StringComparison.Ordinal))
            Assert.True(cell.Number("lost") == 0, cell.GetRawText());
    }

    /// <summary>Of one stack a language: conformance tries the sizes of all.</summary>
    [SkippableTheory]
    [InlineData("cpp/tcp-poll")]
    [InlineData("java/tcp-nio-blocking")]
    [InlineData("dotnet/tcp-pipelines")]
    public async Task The_smallest_and_the_largest_messages_come_back(string id)
    {
        var stack = await Stacks.NeedAsync(id);
        var largest = Math.Min(stack.Description.Number("max_message_bytes"), LargestMessage);
        var cells = await this.MeasureAsync(
            [stack.Id],
            $"message_bytes: [8, {largest}]\nmessages: 200\naddress: 127.0.0.1"
        );
        Assert.Equal([8, largest], cells.Select(cell => cell.GetProperty("scenario").Number("message_bytes")));
        if (stack.Can("reliable"))
            Assert.All(cells, cell => Assert.Equal(0, cell.Number("lost")));
    }

    [SkippableTheory]
    [InlineData("127.0.0.1", "zeros")]
    [InlineData("::1", "ones, random")]
    public async Task By_IPv4_and_by_IPv6_any_payload_comes_back_as_it_was(string address, string payloads)
    {
        var cells = await this.MeasureAsync(
            ["cpp/tcp-epoll", "java/udp-spin", "dotnet/tcp-async"],
            $"address: '{address}'\npayload: [{payloads}]\nmessages: 100\nin_flight: 4"
        );
        Assert.All(cells, cell => Assert.Equal(address, cell.GetProperty("scenario").Text("address")));
        Assert.Equal(
            payloads.Split(", "),
            cells.Select(cell => cell.GetProperty("scenario").Text("payload")).Distinct()
        );
    }

    /// <summary>Of one stack a language: conformance tries the logs of all.</summary>
    [Fact]
    public async Task Each_message_of_the_continuous_windows_is_logged_for_who_asks()
    {
        Folder.Write(
            "suite.yaml",
            "stacks: [cpp/tcp-epoll, java/tcp-nio, dotnet/tcp-async]\nwarmup: 20ms\nslice: 20ms\nconnections: 3"
        );
        (
            await RunAsync(
                "run",
                "suite.yaml",
                "--rounds",
                "2",
                "--set",
                "duration=200ms",
                "--log-messages",
                "--out",
                "run"
            )
        ).Exits(0);
        Assert.Contains("messages/ tells when", File.ReadAllText(Folder["run/report.md"]));
        var trials = this.Trials();
        foreach (var (i, stack) in new[] { "cpp_tcp-epoll", "java_tcp-nio", "dotnet_tcp-async" }.Index())
        foreach (var round in new[] { 1, 2 })
        {
            var file = Assert.Single(Directory.GetFiles(Folder["run/messages"], $"{i + 1}-{stack}*-r{round}.csv"));
            var lines = File.ReadAllLines(file);
            Assert.Equal("connection,sent_ns,received_ns", lines[0]);
            Assert.Matches("^[0-2],0,[0-9]+$", lines[1]);
            var trial = trials.Single(t =>
                t.Number("round") == round
                && t.Text("cell").Replace('/', '_').StartsWith(stack, StringComparison.Ordinal)
            );
            var unbroken = trial.GetProperty("unbroken");
            Assert.Equal(
                unbroken.Number("received") + unbroken.Number("lost"),
                lines.Length - 1 + trial.Number("not_logged")
            );
        }
    }

    /// <summary>Conformance tries the options of every stack.</summary>
    [SkippableFact]
    public async Task No_delay_that_is_switched_off_is_reported_as_off()
    {
        var cell = Assert.Single(
            await this.MeasureAsync(["dotnet/tcp-async"], "socket: {no_delay: false}\nmessages: 100")
        );
        Assert.All(
            ["server.no_delay", "client.no_delay"],
            side => Assert.Equal("false", cell.GetProperty("effective_options").Text(side))
        );
    }

    [SkippableTheory]
    [InlineData("java/tcp-nio")]
    [InlineData("cpp/udp-spin")]
    public async Task Laps_are_timed_as_a_whole(string stack)
    {
        var cell = Assert.Single(await this.MeasureAsync([stack], "lap_messages: 50\nmessages: 500"));
        Assert.Equal(10, cell.Number("laps"));
        Assert.Equal(500, cell.Number("messages"));
        // A lap is 50 round trips, one after the other.
        Assert.InRange(cell.Value("lap_mean_ms") * 1e6 / 50 / cell.Value("rtt_mean_ns"), 0.9, 1.5);
    }

    [SkippableTheory]
    [InlineData("cpp/asio-udp")]
    [InlineData("java/tcp-threads")]
    [InlineData("dotnet/tcp-async")]
    public async Task Exactly_the_messages_that_were_asked_for_are_counted(string stack)
    {
        await WorkersHere.NeedStackAsync(stack);
        var cells = await this.MeasureAsync([stack], "connections: [1, 3, 7]\nin_flight: 2\nmessages: 1001");
        Assert.All(cells, cell => Assert.All(["messages", "sent"], count => Assert.Equal(1001, cell.Number(count))));
    }

    [SkippableTheory]
    [MemberData(nameof(Stacks.OfLibraries), MemberType = typeof(Stacks))]
    public async Task Messages_travel_by_the_transmission_that_was_asked_for(string id)
    {
        var stack = await Stacks.NeedAsync(id);
        Assert.True(stack.Can("reliable") && stack.Can("unreliable"), $"{id} has both");
        var cells = await this.MeasureAsync(
            [id],
            "transmission: [reliable, unreliable]\nconnections: 4\nmessages: 200\naddress: 127.0.0.1"
        );
        var asked = cells.ToDictionary(
            cell => cell.Text("id"),
            cell => cell.GetProperty("scenario").Text("transmission")
        );
        Assert.All(this.Trials(), trial => Assert.Equal(asked[trial.Text("cell")], trial.Text("transmission")));
        Assert.Equal(2, cells.Count);
    }
}
