namespace Pingmark.EndToEndTests;

/// <summary>What a scenario asks for is what is measured.</summary>
public sealed class ScenarioTests : CommandLineUser
{
    private const string Tcp = "cpp/tcp-epoll,cpp/tcp-spin,cpp/tcp-threads,dotnet/tcp-async,dotnet/tcp-spin,dotnet/tcp-threads,java/tcp-nio,java/tcp-spin,java/tcp-threads";
    private const string Udp = "cpp/udp-spin,dotnet/udp-spin,java/udp-spin";

    [Theory]
    [InlineData(Tcp, "8,64KiB", "::1")]
    [InlineData(Tcp, "64KiB", "127.0.0.1")]
    [InlineData(Udp, "8,1400", "::1")]
    [InlineData(Udp, "8,1400", "127.0.0.1")]
    public async Task The_smallest_and_the_largest_messages_pass_over_IPv4_and_IPv6(string stacks, string sizes, string address)
    {
        var cells = await MeasureAsync(stacks, $"message_bytes={sizes}", $"address={address}", "connections=2", "duration=30ms");
        Assert.Equal(stacks.Split(',').Length * sizes.Split(',').Length, cells.Count);
        Assert.All(cells, cell =>
        {
            SummaryChecks.IsHealthy(cell);
            Assert.Equal(address, cell.GetProperty("scenario").Text("address"));
        });
    }

    [Theory]
    [InlineData("cpp/tcp-epoll")]
    [InlineData("cpp/tcp-spin")]
    [InlineData("dotnet/tcp-async")]
    [InlineData("dotnet/tcp-spin")]
    [InlineData("java/tcp-nio")]
    [InlineData("java/tcp-spin")]
    [InlineData("cpp/udp-spin")]
    [InlineData("dotnet/udp-spin")]
    [InlineData("java/udp-spin")]
    public async Task Five_hundred_connections_are_all_answered(string stack)
    {
        var cell = Assert.Single(await MeasureAsync(stack, "connections=500", "duration=500ms"));
        SummaryChecks.IsHealthy(cell);
        Assert.Equal(0, cell.Number("silent_connections"));
        Assert.True(cell.Number("messages") >= 500, "each connection counted at least one message");
    }

    [Fact]
    public async Task Socket_options_are_effective_on_both_sides_of_every_stack()
    {
        foreach (var noDelay in new[] { "false", "true" })
            Assert.All(await MeasureAsync(Tcp, $"socket.no_delay={noDelay}", "socket.receive_buffer=128KiB", "duration=30ms"), cell =>
            {
                var effective = cell.GetProperty("effective_options");
                Assert.Equal(noDelay, effective.Text("server.no_delay"));
                Assert.Equal(noDelay, effective.Text("client.no_delay"));
                Assert.Equal("262144", effective.Text("server.receive_buffer_bytes"));
                Assert.Equal("262144", effective.Text("client.receive_buffer_bytes"));
            });
    }

    [Fact]
    public async Task An_option_that_a_transport_does_not_have_is_unsupported_and_the_others_are_measured()
    {
        var result = await RunAsync("run", "floor", "--stacks", $"cpp/tcp-spin,{Udp}", "--set", "socket.no_delay=true", "--set", "duration=30ms", "--set", "warmup=10ms", "--rounds", "1", "--out", "run", "--json");
        Assert.Equal(["ok", "unsupported", "unsupported", "unsupported"], result.Exits(0).Json.Cells().Select(c => c.Text("status")));
        Assert.All(result.Json.Cells().Skip(1), cell => Assert.Contains("no_delay", cell.GetProperty("reasons")[0].GetString()));
    }

    [Fact]
    public async Task Runtime_options_reach_the_runtime_of_both_sides()
    {
        Folder.Write("collectors.yaml", """
            stacks:
              - {stack: java/tcp-nio, label: serial, runtime_options: {java: ["-XX:+UseSerialGC"]}}
              - {stack: java/tcp-nio, label: parallel, runtime_options: {java: ["-XX:+UseParallelGC"]}}
              - {stack: dotnet/tcp-async, label: server-gc, runtime_options: {dotnet: [gcServer=1]}}
              - {stack: dotnet/tcp-async, label: workstation-gc, runtime_options: {dotnet: [gcServer=0]}}
            pin: {server: all, client: all}
            duration: 30ms
            warmup: 10ms
            rounds: 1
            """);
        var cells = (await RunAsync("run", "collectors.yaml", "--out", "run", "--json")).Exits(0).Json.Cells();
        // The collectors' names as the JVM gives them to its beans.
        foreach (var (label, collector) in new[] { ("serial", "MarkSweepCompact"), ("parallel", "PS MarkSweep"), ("server-gc", "erver"), ("workstation-gc", "orkstation") })
        {
            var versions = cells.Single(c => c.Text("label") == label).GetProperty("versions");
            Assert.Contains(collector, versions.Text("server"));
            Assert.Contains(collector, versions.Text("client"));
        }
    }

    [Fact]
    public async Task A_json_run_prints_one_summary_and_progress_goes_to_stderr()
    {
        var result = (await RunAsync("run", "floor", "--stacks", "cpp/tcp-spin,java/tcp-spin,dotnet/tcp-spin", "--set", "duration=100ms", "--set", "warmup=50ms", "--rounds", "2", "--seed", "42", "--out", "run", "--json")).Exits(0);
        SummaryChecks.HasTheKeysOfASummary(result.Json);
        Assert.Equal(42, result.Json.Number("seed"));
        Assert.Equal("cpp/tcp-spin c1 f1 32B", result.Json.Text("baseline"));
        Assert.NotEmpty(result.Json.GetProperty("comparisons").EnumerateArray());
        result.Complains("floor: 3 cells, 2 rounds", "seed 42", "round 2/2");
    }

    private async Task<IReadOnlyList<System.Text.Json.JsonElement>> MeasureAsync(string stacks, params string[] settings) => (await RunAsync(
        ["run", "floor", "--stacks", stacks, "--set", "warmup=10ms", "--set", "slice=50ms", .. settings.SelectMany(s => new[] { "--set", s }), "--rounds", "1", "--out", $"run-{Guid.NewGuid():N}", "--json"])).Exits(0).Json.Cells();
}
