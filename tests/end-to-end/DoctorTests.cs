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
}
