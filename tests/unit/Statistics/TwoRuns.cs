using Pingmark.Model;
using Pingmark.Statistics;

namespace Pingmark.Tests.Statistics;

/// <summary>Two runs of the same cells, whose truth is known: rates of slices on a machine that drifts by 3 to 9 %
/// between them.</summary>
internal sealed record TwoRuns(int Scenarios, int Cells, int Rounds)
{
    private const int Slices = 23;

    // Of a cell alone, in a minute of quick: half-widths of 4 to 6 % come of them.
    private const double SliceNoise = 0.07,
        RoundDrift = 0.03,
        ScenarioDrift = 0.02;

    private const double Gate = 0.05;

    /// <summary>From one start of the processes to the next, of a cell alone.</summary>
    public double ProcessNoise { get; init; } = 0.01;

    /// <summary>By how much the first cell is slower in the second run.</summary>
    public double Slower { get; init; }

    /// <summary>By how much all are slower.</summary>
    public double AllSlower { get; init; }

    /// <summary>Whether each scenario's second cell is named as unchanged.</summary>
    public bool HasReference { get; init; }

    /// <summary>The cells in which a gate at 5 % finds a regression.</summary>
    public IReadOnlyList<int> Regressions(Random random)
    {
        var judged = Estimates(random).Index().Where(e => !IsReference(e.Index)).ToList();
        return judged
            .Zip(BetweenRuns.Judge(judged.Select(e => e.Item).ToList(), higherIsFaster: true))
            .Where(found =>
                found.Second == ComparisonVerdict.Slower && found.First.Item.Beyond.Mean < -Math.Log(1 + Gate)
            )
            .Select(found => found.First.Index)
            .ToList();
    }

    public IReadOnlyList<BetweenRunsEstimate> Estimates(Random random)
    {
        var drift = (0.03 + 0.06 * random.NextDouble()) * (random.Next(2) == 0 ? 1 : -1);
        var drifts = random.Normals(Scenarios, drift - Math.Log(1 + AllSlower), ScenarioDrift);
        var (first, second) = (Run(random, new double[Scenarios], 0), Run(random, drifts, Math.Log(1 + Slower)));
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

    private List<List<LogarithmsOfRound>> Run(Random random, IReadOnlyList<double> drifts, double slower) =>
        drifts
            .SelectMany(
                (drift, scenario) =>
                {
                    var rounds = random.Normals(Rounds, drift, RoundDrift);
                    return Enumerable
                        .Range(0, Cells)
                        .Select(cell =>
                            RoundsOf(random, rounds.Select(r => scenario + cell == 0 ? r - slower : r).ToList())
                        );
                }
            )
            .ToList();

    private List<LogarithmsOfRound> RoundsOf(Random random, List<double> means) =>
        means
            .Select(
                (mean, round) =>
                    new LogarithmsOfRound(
                        round,
                        random.Normals(Slices, mean + ProcessNoise * random.Normal(), SliceNoise)
                    )
            )
            .ToList();
}
