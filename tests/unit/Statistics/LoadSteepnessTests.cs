using Pingmark.Checks;
using Pingmark.Statistics;
using Xunit;

namespace Pingmark.Tests.Statistics;

/// <summary>A capacity is crossed sharply or not, which its interval does not know.</summary>
public sealed class LoadSteepnessTests
{
    private const double Capacity = 10_000;

    [Theory]
    [InlineData(1.5, true)]
    [InlineData(3, true)]
    [InlineData(15, false)]
    [InlineData(30, false)]
    public void Who_reads_a_capacity_of_a_flat_curve_is_told(double power, bool isTold)
    {
        var random = new Random(7);
        var generations = Enumerable.Range(0, 12).Select(_ => Generation(random, power)).ToList();
        var steepness = LoadEstimate.Of(new(1, 1_000_000, 100), generations).Steepness;
        var notes = new SearchedCell("a", 84, 0, 0, 0) { Steepness = steepness }.Judge();
        Assert.Equal(isTold ? ["search-flat"] : [], notes.Select(note => note.Id));
    }

    [Fact]
    public void Without_a_capacity_nothing_is_flat() => Assert.Empty(new SearchedCell("a", 84, 0, 0, 0).Judge());

    /// <summary>Windows around the capacity, of which the share of late messages scatters by a third.</summary>
    private static List<LoadAnswer> Generation(Random random, double power) =>
        Enumerable
            .Range(0, 7)
            .Select(i => Capacity * Math.Exp((i - 3) * 0.05))
            .Select(load => (Load: load, Excess: Math.Pow(load / Capacity, power) * (0.5 + random.NextDouble())))
            .Select(one => new LoadAnswer(one.Load, Math.Log(one.Excess)) { Excess = one.Excess })
            .ToList();
}
