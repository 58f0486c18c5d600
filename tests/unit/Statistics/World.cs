using Pingmark.Statistics;

namespace Pingmark.Tests.Statistics;

/// <summary>Runs of stacks that are known: so many scenarios with a baseline and others in each, whose slices and
/// processes scatter by known standard deviations (of logarithms).</summary>
internal sealed record World(int Scenarios, int Others, int Rounds, int Slices, double SliceNoise, double ProcessNoise)
{
    /// <summary>By how much the last of the others is faster than the baseline in truth; all others are equal to
    /// it.</summary>
    public double Faster { get; init; }

    /// <summary>Of the other scenarios' slices, relative to the first one's: 0.12 beside 0.33 was measured.</summary>
    public double NoiseOfOtherScenarios { get; init; } = 1;

    /// <summary>Of a slice with the one before it, falling by itself from slice to slice (first-order
    /// autoregressive).</summary>
    public double Correlation { get; init; }

    /// <summary>Whether only the last of the others has slices that are alike.</summary>
    public bool OnlyOne { get; init; }

    /// <summary>One run: every cell beside its scenario's baseline, which they share.</summary>
    public List<LogarithmsByRound> Run(Random random) =>
        Enumerable.Range(0, Scenarios).SelectMany(s => Scenario(random, s)).ToList();

    private IEnumerable<LogarithmsByRound> Scenario(Random random, int number)
    {
        var scale = number == 0 ? 1 : NoiseOfOtherScenarios;
        // Both sides of a ratio scatter alike.
        List<double> Cell(bool alike)
        {
            var process = random.Normals(1, 0, ProcessNoise / Math.Sqrt(2))[0];
            return random.Correlated(Slices, process, scale * SliceNoise / Math.Sqrt(2), alike ? Correlation : 0);
        }
        var baseline = Enumerable.Range(0, Rounds).Select(_ => Cell(!OnlyOne)).ToList();
        return Enumerable
            .Range(1, Others)
            .Select(other => new LogarithmsByRound(
                baseline
                    .Select(b =>
                        (IReadOnlyList<double>)
                            Cell(!OnlyOne || other == Others).Zip(b, (x, y) => x - y + Difference(other)).ToList()
                    )
                    .ToList()
            )
            {
                Kind = $"{other}",
            })
            .ToList();
    }

    public double Difference(int other) => other == Others ? Math.Log(1 + Faster) : 0;
}
