using Pingmark.Doctor;
using Pingmark.Model;
using Pingmark.Tests.Trials;
using Xunit;

namespace Pingmark.Tests.Doctor;

public class NoiseMeasurementTests
{
    [Fact]
    public async Task Pairs_that_never_differ_have_no_noise()
    {
        var noise = await MeasureAsync(FakeMachine.With("a"));
        Assert.Equal((6, 24), (noise.Starts, noise.SlicesPerStart));
        Assert.All([noise.SliceSd, noise.ProcessSd, noise.RateSd], sd => Assert.InRange(sd, 0, 1e-9));
    }

    [Fact]
    public async Task A_slice_in_which_the_machine_stood_still_is_noise_that_can_be_written_down()
    {
        var machine = FakeMachine.With("a");
        machine["a"].Runs(run => run is { Kind: "slice", Nth: 7, Start: 1 } ? 0 : 20_000);
        var noise = await MeasureAsync(machine);
        Assert.InRange(noise.SliceSd, 0.1, 10);
        Assert.True(double.IsFinite(noise.ProcessSd) && double.IsFinite(noise.RateSd));
    }

    private static async Task<MachineNoise> MeasureAsync(FakeMachine machine) =>
        (await new NoiseMeasurement(machine, [0, 1], FakeMachine.Silent).MeasureAsync("a", "::1", default)).Noise;
}
