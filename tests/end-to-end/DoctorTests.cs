namespace Pingmark.EndToEndTests;

/// <summary>This machine, asked and measured: that it is told, whatever others do meanwhile.</summary>
[Trait("Gate", "no")]
public sealed class DoctorTests : CommandLineUser
{
    [Fact]
    public async Task It_tells_what_this_machine_can_resolve_within_half_a_minute()
    {
        var result = (await RunAsync("doctor", "--json")).Exits(0).Within(30);
        Assert.Equal("pingmark.doctor/1", result.Json.GetProperty("schema").GetString());
        var findings = result.Json.GetProperty("findings").EnumerateArray().ToList();
        Assert.Contains("noise", findings.Select(f => f.GetProperty("id").GetString()));
        Assert.All(
            findings,
            f =>
            {
                Assert.Contains(f.GetProperty("verdict").GetString(), new[] { "ok", "note", "warning" });
                Assert.EndsWith(".", f.GetProperty("text").GetString());
            }
        );
        var noise = result.Json.GetProperty("noise");
        Assert.True(noise.GetProperty("starts").GetInt32() >= 3, $"{noise}");
        Assert.True(noise.GetProperty("slice_sd").GetDouble() > 0, $"{noise}");
        // That of a busy machine is in no plan.
        var isQuiet = noise.GetProperty("foreign_share").GetDouble() <= 0.05;
        Assert.Equal(isQuiet, File.Exists(result.Json.GetProperty("noise_file").GetString()));
        Assert.Equal(!isQuiet, findings[^1].GetProperty("text").GetString()!.Contains("not kept: others used"));
    }

    /// <summary>Where it may not be done, the command says why before anything starts.</summary>
    [Fact]
    public async Task Cores_are_kept_awake_where_that_is_allowed()
    {
        var result = await RunAsync(
            Line(
                "run quick --stacks cpp/tcp-epoll --set connections=1 --set duration=100ms --set warmup=50ms "
                    + "--rounds 1 --no-sleep-states --out run"
            )
        );
        if (result.ExitCode == 2)
            result.Complains("--no-sleep-states has to write /dev/cpu_dma_latency");
        else
        {
            result.Exits(0).Prints("the cores were kept awake");
            Assert.Contains("no-sleep-states", File.ReadAllText(Folder["run/run.json"]));
        }
    }
}
