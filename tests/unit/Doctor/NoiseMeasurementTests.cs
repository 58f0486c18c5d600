using Pingmark.Checks;
using Pingmark.Doctor;
using Pingmark.Model;
using Pingmark.Tests.Trials;
using Xunit;

namespace Pingmark.Tests.Doctor;

public class NoiseMeasurementTests
{
    [Fact]
    public async Task Pairs_that_never_differ_have_no_noise_and_a_slice_that_stood_still_is_one_that_can_be_written()
    {
        var machine = FakeMachine.With("a");
        var noise = await MeasureAsync(machine);
        Assert.Equal((6, 24), (noise.Starts, noise.SlicesPerStart));
        Assert.All([noise.SliceSd, noise.ProcessSd, noise.RateSd], sd => Assert.InRange(sd, 0, 1e-9));
        machine = FakeMachine.With("a");
        machine["a"].Runs(run => run is { Kind: "slice", Nth: 7, Start: 1 } ? 0 : 20_000);
        noise = await MeasureAsync(machine);
        Assert.InRange(noise.SliceSd, 0.1, 10);
        Assert.True(double.IsFinite(noise.ProcessSd) && double.IsFinite(noise.RateSd));
    }

    /// <summary>A stack has 64 µs in the slices of a run, whose cores rest in between, and 14 µs in longer pieces: it
    /// is the first that doctor tells, too.</summary>
    [Fact]
    public async Task The_blocking_round_trip_is_that_of_slices_in_turns()
    {
        var machine = FakeMachine.With("a");
        machine["a"].Runs(run => 1e9 / (run.Kind is "slice" or "rehearsal" ? 64_000 : 14_000));
        Assert.InRange((await FactsAsync(machine)).BlockingRttNs, 63_000, 65_000);
        Assert.All(
            machine.Runs.Skip(machine.Runs.Count - 24),
            run => Assert.Equal(30_000_000, (long)run["duration_ns"]!)
        );
    }

    private static async Task<MachineNoise> MeasureAsync(FakeMachine machine) => (await FactsAsync(machine)).Noise;

    private static Task<NoiseFacts> FactsAsync(FakeMachine machine) =>
        new NoiseMeasurement(machine, [0, 1], FakeMachine.Silent).MeasureAsync("a", "::1", default);
}
