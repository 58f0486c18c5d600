namespace Pingmark.EndToEndTests;

/// <summary>What a scenario asks for is what is measured: connections, sizes, addresses, payloads, options,
/// counts.</summary>
public sealed class ScenarioTests : CommandLineUser
{
    [Theory]
    [InlineData("tcp")]
    [InlineData("udp")]
    public async Task Of_500_connections_none_is_silent(string wire)
    {
        // A thread for each connection is what the other stacks are there to avoid.
        var stacks = (await Stacks.AvailableAsync(this))
            .Where(stack => stack.Wire == wire && !stack.Id.EndsWith("-threads", StringComparison.Ordinal))
            .Select(stack => stack.Id)
            .ToList();
        var cells = await this.MeasureAsync(stacks, "connections: 500\nduration: 300ms\nlost_after: 5s");
        Assert.Equal(stacks, cells.Select(cell => cell.Text("stack")));
        Assert.All(cells, cell => Assert.True(cell.Number("received") >= 500, cell.GetRawText()));
        if (wire == "tcp")
            Assert.All(cells, cell => Assert.True(cell.Number("lost") == 0, cell.GetRawText()));
    }

    [Theory]
    [InlineData("tcp", "64KiB", 65_536)]
    [InlineData("udp", "1400", 1_400)]
    public async Task The_smallest_and_the_largest_messages_come_back(string wire, string largest, long bytes)
    {
        var cells = await this.MeasureAsync(
            await OneOfEachWorkerAsync(wire),
            $"message_bytes: [8, {largest}]\nmessages: 200"
        );
        Assert.Equal([8, bytes], cells.Select(cell => cell.GetProperty("scenario").Number("message_bytes")).Distinct());
        if (wire == "tcp")
            Assert.All(cells, cell => Assert.Equal(0, cell.Number("lost")));
    }

    [Theory]
    [InlineData("127.0.0.1")]
    [InlineData("::1")]
    public async Task IPv4_and_IPv6_are_both_spoken(string address)
    {
        var cells = await this.MeasureAsync(
            ["cpp/tcp-epoll", "java/tcp-nio", "dotnet/tcp-async", "cpp/udp-spin", "java/udp-spin", "dotnet/udp-spin"],
            $"address: '{address}'\nmessages: 100"
        );
        Assert.All(cells, cell => Assert.Equal(address, cell.GetProperty("scenario").Text("address")));
    }

    [Fact]
    public async Task Any_payload_comes_back_as_it_was()
    {
        var cells = await this.MeasureAsync(
            ["cpp/tcp-epoll", "java/tcp-nio", "dotnet/tcp-async"],
            "payload: [zeros, ones, random]\nmessages: 100\nin_flight: 4"
        );
        Assert.Equal(9, cells.Count);
        Assert.Equal(
            ["zeros", "ones", "random"],
            cells.Select(cell => cell.GetProperty("scenario").Text("payload")).Distinct()
        );
    }

    [Fact]
    public async Task No_delay_that_is_switched_off_is_reported_as_off()
    {
        var cells = await this.MeasureAsync(
            await OneOfEachWorkerAsync("tcp"),
            "socket: {no_delay: false}\nmessages: 100"
        );
        Assert.All(
            cells,
            cell =>
                Assert.All(
                    ["server.no_delay", "client.no_delay"],
                    side => Assert.Equal("false", cell.GetProperty("effective_options").Text(side))
                )
        );
    }

    [Theory]
    [InlineData("cpp/tcp-epoll")]
    [InlineData("java/tcp-nio")]
    [InlineData("dotnet/tcp-async")]
    [InlineData("cpp/udp-spin")]
    public async Task Laps_are_timed_as_a_whole(string stack)
    {
        var cell = Assert.Single(await this.MeasureAsync([stack], "lap_messages: 50\nmessages: 500"));
        Assert.Equal(10, cell.Number("laps"));
        Assert.Equal(500, cell.Number("messages"));
        // A lap is 50 round trips, one after the other.
        Assert.InRange(cell.Value("lap_mean_ms") * 1e6 / 50 / cell.Value("rtt_mean_ns"), 0.9, 1.5);
    }

    [Theory]
    [InlineData("cpp/tcp-threads")]
    [InlineData("java/netty-tcp")]
    [InlineData("dotnet/tcp-async")]
    [InlineData("cpp/asio-udp")]
    public async Task Exactly_the_messages_that_were_asked_for_are_counted(string stack)
    {
        var cells = await this.MeasureAsync([stack], "connections: [1, 3, 7]\nin_flight: 2\nmessages: 1001");
        Assert.All(cells, cell => Assert.All(["messages", "sent"], count => Assert.Equal(1001, cell.Number(count))));
    }

    [Fact]
    public async Task Messages_travel_by_the_transmission_that_was_asked_for()
    {
        var both = (await Stacks.AvailableAsync(this))
            .Where(stack => stack.Can("reliable") && stack.Can("unreliable"))
            .Select(stack => stack.Id)
            .ToList();
        Assert.NotEmpty(both);
        var cells = await this.MeasureAsync(
            both,
            "transmission: [reliable, unreliable]\nconnections: 4\nmessages: 200\naddress: 127.0.0.1"
        );
        var asked = cells.ToDictionary(
            cell => cell.Text("id"),
            cell => cell.GetProperty("scenario").Text("transmission")
        );
        Assert.All(this.Trials(), trial => Assert.Equal(asked[trial.Text("cell")], trial.Text("transmission")));
        Assert.Equal(2 * both.Count, cells.Count);
    }

    /// <summary>What one worker does, its other stacks do by the same code.</summary>
    private async Task<IReadOnlyList<string>> OneOfEachWorkerAsync(string wire) =>
        (await Stacks.AvailableAsync(this))
            .Where(stack => stack.Wire == wire)
            .DistinctBy(stack => stack.Manifest)
            .Select(stack => stack.Id)
            .ToList();
}
