namespace Pingmark.EndToEndTests;

/// <summary>What a scenario asks for is what is measured; conformance tries connections, sizes, options, counts and
/// logs of every stack.</summary>
[Trait("Layer", "stacks")]
[Trait("Gate", "no")]
public sealed class ScenarioTests : CommandLineUser
{
    [Fact]
    public async Task Sizes_counts_and_options_are_those_that_were_asked_for()
    {
        var cells = await this.MeasureAsync(
            ["dotnet/tcp-async"],
            "message_bytes: [8, 1000]\nconnections: 3\nin_flight: 2\nmessages: 1001\nsocket: {no_delay: false}"
        );
        Assert.Equal([8, 1000], cells.Select(cell => cell.GetProperty("scenario").Number("message_bytes")));
        foreach (var cell in cells)
        {
            Assert.All(["messages", "sent"], count => Assert.Equal(1001, cell.Number(count)));
            Assert.All(
                ["server.no_delay", "client.no_delay"],
                side => Assert.Equal("false", cell.GetProperty("effective_options").Text(side))
            );
        }
    }

    [Fact]
    public async Task Laps_are_timed_as_a_whole()
    {
        var cell = Assert.Single(await this.MeasureAsync(["java/tcp-nio"], "lap_messages: 50\nmessages: 500"));
        Assert.Equal(10, cell.Number("laps"));
        Assert.Equal(500, cell.Number("messages"));
        // A lap is 50 round trips, one after the other.
        Assert.InRange(cell.Value("lap_mean_ms") * 1e6 / 50 / cell.Value("rtt_mean_ns"), 0.9, 1.5);
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
