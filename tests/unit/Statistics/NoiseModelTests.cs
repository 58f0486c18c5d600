using Pingmark.Statistics;
using Pingmark.Tests.Doctor;
using Xunit;

namespace Pingmark.Tests.Statistics;

/// <summary>How precise a plan will be follows from what is counted, and from the machine's noise where doctor has
/// measured it.</summary>
public sealed class NoiseModelTests
{
    private const long SliceNs = 30_000_000;

    private static double HalfWidth(NoiseModel foresight, int rounds = 2, int slices = 24, int comparisons = 14) =>
        foresight.HalfWidth(rounds, slices * SliceNs, SliceNs, comparisons);

    [Fact]
    public void More_of_anything_narrows_and_slices_of_another_length_average_more_or_less()
    {
        var foresight = NoiseModel.FromNoise(MadeUp.Noise);
        Assert.True(HalfWidth(foresight, rounds: 4) < HalfWidth(foresight));
        Assert.True(HalfWidth(foresight, slices: 48) < HalfWidth(foresight));
        Assert.True(HalfWidth(foresight, comparisons: 1) > HalfWidth(foresight));
        Assert.Equal(HalfWidth(foresight), foresight.HalfWidth(2, 24 * SliceNs, 2 * SliceNs, 14), 1e-9);
    }

    [Fact]
    public void Processes_differ_however_long_they_are_measured() =>
        Assert.All(
            [MadeUp.Noise, MadeUp.Noise with { ProcessSd = 0 }],
            noise => Assert.True(HalfWidth(NoiseModel.FromNoise(noise), slices: 2_400_000) > 0.014)
        );

    [Fact]
    public void A_machine_that_was_not_measured_is_taken_for_a_shared_one()
    {
        var quiet = NoiseModel.FromNoise(MadeUp.Noise with { SliceSd = 0.05 });
        var loud = NoiseModel.FromNoise(MadeUp.Noise with { SliceSd = 0.4 });
        var unknown = HalfWidth(NoiseModel.FromNoise(null));
        Assert.InRange(unknown, HalfWidth(quiet), HalfWidth(loud));
    }
}
