using Pingmark.Model;
using Pingmark.Statistics;

namespace Pingmark.Tests.Statistics;

/// <summary>Two runs of the same cells, whose truth is known: rates of slices on a machine that drifts by 3 to 9 %
/// between them.</summary>
internal sealed record TwoRuns(int Scenarios, int Cells, int Rounds)
{
    private const int Slices = 23;

    private const double RoundDrift = 0.03,
        ScenarioDrift = 0.02;

    public const double Gate = 0.05;

    /// <summary>Of a cell alone, in a minute of quick on a quiet machine: half-widths of 4 to 6 % come of it.</summary>
    public double SliceNoise { get; init; } = 0.07;

    /// <summary>Of every second cell's slices, relative to the others'.</summary>
    public double NoiseOfSecond { get; init; } = 1;

    /// <summary>How unlike stacks follow the machine: the standard deviation of a stack's share in its drift.</summary>
    public double Unlike { get; init; }

    /// <summary>From one start of the processes to the next, of a cell alone.</summary>
    public double ProcessNoise { get; init; } = 0.01;

    /// <summary>By how much the first cell is slower in the second run.</summary>
    public double Slower { get; init; }

    /// <summary>By how much all are slower.</summary>
    public double AllSlower { get; init; }

    /// <summary>Whether each scenario's second cell is named as unchanged.</summary>
    public bool HasReference { get; init; }

    /// <summary>The cells in which a gate at 5 % finds a regression.</summary>
    public IReadOnlyList<int> Regressions(Random random) => RegressionsOf(Judge(random));

    public static IReadOnlyList<int> RegressionsOf(IEnumerable<JudgedCell> cells) =>
        cells
            .Where(found =>
                found.Verdict == ComparisonVerdict.Slower && found.Estimate.Beyond.Mean < -Math.Log(1 + Gate)
            )
            .Select(found => found.Cell)
            .ToList();

    public sealed record JudgedCell(int Cell, BetweenRunsEstimate Estimate, ComparisonVerdict Verdict);

    public IReadOnlyList<JudgedCell> Judge(Random random)
    {
        var judged = Estimates(random).Index().Where(e => !IsReference(e.Index)).ToList();
        return judged
            .Zip(BetweenRuns.Judge(judged.Select(e => e.Item).ToList(), higherIsFaster: true))
            .Select(found => new JudgedCell(found.First.Index, found.First.Item, found.Second))
            .ToList();
    }

    public IReadOnlyList<BetweenRunsEstimate> Estimates(Random random)
    {
        var drift = (0.03 + 0.06 * random.NextDouble()) * (random.Next(2) == 0 ? 1 : -1);
        var drifts = random.Normals(Scenarios, drift - Math.Log(1 + AllSlower), ScenarioDrift);
        var shares = random.Normals(Scenarios * Cells, 1, Unlike);
        var (first, second) = (
            Run(random, new double[Scenarios], shares, 0),
            Run(random, drifts, shares, Math.Log(1 + Slower))
        );
        return BetweenRuns
            .Estimate(
                first
                    .Zip(second)
                    .Select((pair, i) => new PairedRounds(pair.First, pair.Second, i / Cells, IsReference(i)))
                    .ToList()
            )
            .Select(estimate => estimate!)
            .ToList();
    }

    private bool IsReference(int cell) => HasReference && cell % Cells == 1;

    private List<List<LogarithmsOfRound>> Run(
        Random random,
        IReadOnlyList<double> drifts,
        List<double> shares,
        double slower
    ) =>
        drifts
            .SelectMany(
                (drift, scenario) =>
                {
                    var rounds = random.Normals(Rounds, drift, RoundDrift);
                    return Enumerable
                        .Range(scenario * Cells, Cells)
                        .Select(cell =>
                            RoundsOf(
                                random,
                                rounds.Select(r => shares[cell] * r - (cell == 0 ? slower : 0)).ToList(),
                                cell % 2 == 1 ? SliceNoise * NoiseOfSecond : SliceNoise
                            )
                        );
                }
            )
            .ToList();

    private List<LogarithmsOfRound> RoundsOf(Random random, List<double> means, double noise) =>
        means
            .Select(
                (mean, round) =>
                    new LogarithmsOfRound(round, random.Normals(Slices, mean + ProcessNoise * random.Normal(), noise))
            )
            .ToList();
}
