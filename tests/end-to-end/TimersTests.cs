namespace Pingmark.EndToEndTests;

/// <summary>The clocks of the runtimes, read for real.</summary>
[Trait("Gate", "no")]
public sealed class TimersTests : CommandLineUser
{
    [Fact]
    public async Task Every_runtime_has_a_clock_that_can_time_one_round_trip()
    {
        var json = (await RunAsync("timers", "--json")).Exits(0).Json;
        Assert.Equal("pingmark.timers/1", json.GetProperty("schema").GetString());
        var runtimes = json.GetProperty("runtimes").EnumerateArray().ToList();
        Assert.Equal([".NET", "OpenJDK", "C++17,"], runtimes.Select(r => r.Text("runtime").Split(' ')[0]));
        Assert.All(
            runtimes,
            runtime =>
                Assert.Contains(
                    runtime.GetProperty("timers").EnumerateArray(),
                    timer =>
                        timer.GetProperty("is_monotonic").GetBoolean()
                        && timer.Number("went_back") == 0
                        && timer.Number("step_ns") < 1_000
                        && timer.GetProperty("call_ns").GetDouble() is > 0 and < 100_000
                )
        );
    }
}
