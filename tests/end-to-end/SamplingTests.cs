namespace Pingmark.EndToEndTests;

/// <summary>`sampling: true`: a recording of each side, and what it says in the report; no figure counts.</summary>
[Trait("Machine", "alone")]
public sealed class SamplingTests : CommandLineUser
{
    public SamplingTests() => Variables["PINGMARK_LONGEST_WARM_UP_MS"] = "400";

    [SkippableTheory]
    [InlineData("dotnet/udp-spin", ".nettrace", "Pingmark.Worker.Sockets.UdpSpin")]
    [InlineData("java/udp-spin", ".jfr", "pingmark.sockets.UdpSpin")]
    public async Task The_report_names_the_methods_that_cost_most(string stack, string extension, string type)
    {
        var pressure = new CpuPressure();
        (
            await RunAsync(
                Line(
                    $"run quick --stacks {stack} --set connections=1 --set sampling=true --set duration=50ms "
                        + "--set warmup=100ms --rounds 1 --out run"
                )
            )
        ).Exits(0);
        Assert.Equal(2, Directory.GetFiles(Folder["run/samples"], "*" + extension).Length);
        var report = await File.ReadAllTextAsync(Folder["run/report.md"]);
        Assert.Contains($"### Samples: {stack}", report);
        pressure.SkipIfBusy(!report.Contains(type, StringComparison.Ordinal));
        Assert.Contains(type, report);
    }
}
