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

    /// <summary>By how much each cell is slower at a second speed of its own.</summary>
    public double OwnSecondSpeed { get; init; }

    /// <summary>By how much all are slower at the machine's second speed.</summary>
    public double SecondSpeed { get; init; }

    /// <summary>How unlike stacks follow the machine: the standard deviation of a stack's share in its moves.</summary>
    public double Unlike { get; init; }

    /// <summary>How likely it is that a speed lasts for one slice more.</summary>
    public double Lasts { get; init; } = 0.75;

    /// <summary>One run: every cell beside its scenario's baseline, which they share.</summary>
    public List<LogarithmsByRound> Run(Random random) =>
        Enumerable.Range(0, Scenarios).SelectMany(s => Scenario(random, s)).ToList();

    private IEnumerable<LogarithmsByRound> Scenario(Random random, int number)
    {
        var scale = number == 0 ? 1 : NoiseOfOtherScenarios;
        var machine = Enumerable.Range(0, Rounds).Select(_ => random.TwoSpeeds(Slices, SecondSpeed, Lasts)).ToList();
        // What is true is what is so at both speeds on average.
        var middle = -Math.Log(1 + SecondSpeed) / 2;
        // Both sides of a ratio scatter alike.
        List<List<double>> Cell(bool alike)
        {
            var share = 1 + Unlike * random.Normal();
            return machine
                .Select(moves =>
                {
                    var process = random.Normals(1, 0, ProcessNoise / Math.Sqrt(2))[0];
                    var noise = scale * SliceNoise / Math.Sqrt(2);
                    return random
                        .Correlated(Slices, process, noise, alike ? Correlation : 0)
                        .Zip(moves, (log, move) => log + share * (move - middle))
                        .Zip(random.TwoSpeeds(Slices, OwnSecondSpeed, Lasts), (log, own) => log + own)
                        .ToList();
                })
                .ToList();
        }
        var baseline = Cell(!OnlyOne);
        return Enumerable
            .Range(1, Others)
            .Select(other => new LogarithmsByRound(
                Cell(!OnlyOne || other == Others)
                    .Zip(
                        baseline,
                        (a, b) => (IReadOnlyList<double>)a.Zip(b, (x, y) => x - y + Difference(other)).ToList()
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
