using MathNet.Numerics.Statistics;

namespace Pingmark.Impairment;

/// <summary>A figure of the losses of a <see cref="BurstChain"/>.</summary>
/// <param name="Measure">The figure of packets in a row, of each of which it is known whether it was lost.</param>
/// <param name="Mean">What the figure is on average.</param>
internal sealed record BurstFigure(Func<IReadOnlyList<bool>, double> Measure, Func<BurstChain, double> Mean)
{
    /// <summary>Enough for a deviation that is right within a tenth.</summary>
    private const int Simulations = 100;
    private const int Seed = 1;

    /// <summary>The share that is lost.</summary>
    public static readonly BurstFigure Loss = new(
        lost => Ratio(lost.Count(isLost => isLost), lost.Count),
        chain => chain.Loss
    );

    /// <summary>The mean number of packets that are lost one after the other.</summary>
    public static readonly BurstFigure Row = new(
        lost => Ratio(lost.Count(isLost => isLost), Count(lost, i => lost[i] && (i == 0 || !lost[i - 1]))),
        chain => chain.Loss / (chain.Loss - chain.BothLost(1))
    );

    /// <summary>The share of those that come two after a lost packet that are lost, too.</summary>
    public static readonly BurstFigure Again = new(
        lost => Ratio(Count(lost, i => i >= 2 && lost[i - 2] && lost[i]), Count(lost, i => i >= 2 && lost[i - 2])),
        chain => chain.BothLost(2) / chain.Loss
    );

    /// <summary>The standard deviation of the figure in so many packets, found by simulation.</summary>
    public double Deviation(BurstChain chain, int packets)
    {
        var random = new Random(Seed);
        return Enumerable
            .Range(0, Simulations)
            .Select(_ => Measure(Simulate(chain, packets, random)))
            .StandardDeviation();
    }

    private static bool[] Simulate(BurstChain chain, int packets, Random random)
    {
        var (loss, lost) = (new BurstLoss(chain, random), new bool[packets]);
        for (var i = 0; i < packets; i++)
            lost[i] = loss.Next();
        return lost;
    }

    private static double Ratio(int part, int whole) => (double)part / Math.Max(1, whole);

    private static int Count(IReadOnlyList<bool> lost, Func<int, bool> counts) =>
        Enumerable.Range(0, lost.Count).Count(counts);
}
