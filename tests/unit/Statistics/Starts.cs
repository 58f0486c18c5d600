using Pingmark.Model;
using Pingmark.Statistics;

namespace Pingmark.Tests.Statistics;

/// <summary>Runs of twelve comparisons, as <c>quick</c> has them: four groups, in each of which the comparisons share
/// a baseline. Starts of processes differ in a known way.</summary>
/// <param name="OfRun">Draws for one run what each start of a stack does to its rate, as a logarithm: of a comparison,
/// or of a baseline (true).</param>
internal sealed record Starts(Func<Random, Func<bool, Func<double>>> OfRun)
{
    private static readonly IReadOnlyList<int> Groups = [4, 2, 4, 2];

    private const double MedianNoise = 0.08,
        ScatterOfNoise = 1.6;

    public int Rounds { get; init; } = 1;

    public int Slices { get; init; } = 12;

    /// <summary>The ratio of the last of each group to its baseline; all others are equal to it.</summary>
    public double Ratio { get; init; } = 1;

    /// <summary>They differ by this standard deviation, which both sides of a ratio have a part in.</summary>
    public static Starts Differing(double deviation) =>
        new(random => _ => () => deviation / Math.Sqrt(2) * random.Normal());

    /// <summary>They differ by 1 %, and one of the twelve by more.</summary>
    public static Starts OneDiffering(double deviation) =>
        new(random =>
        {
            var isFirst = true;
            return isBaseline =>
            {
                var own = !isBaseline && isFirst ? deviation : 0;
                isFirst &= isBaseline;
                return () => 0.01 / Math.Sqrt(2) * random.Normal() + own * random.Normal();
            };
        });

    /// <summary>They differ by 1 %, and of some stacks a start in so many is slower.</summary>
    public static Starts Slower(double factor, double chance, double stacks) =>
        new(random =>
            isBaseline =>
            {
                var has = isBaseline ? stacks >= 1 : random.NextDouble() < stacks;
                var (step, mean) = has ? (Math.Log(factor), Math.Log(factor) * chance) : (0, 0);
                return () => 0.01 / Math.Sqrt(2) * random.Normal() + (random.NextDouble() < chance ? step : 0) - mean;
            }
        );

    /// <summary>One run, with what is true of each comparison, as a logarithm.</summary>
    public (List<LogarithmsByRound> Run, List<double> Truth) Draw(Random random)
    {
        var (run, truth, starts) = (new List<LogarithmsByRound>(), new List<double>(), OfRun(random));
        foreach (var others in Groups)
        {
            // Both sides of a ratio scatter alike.
            var ofBaseline = starts(true);
            var baseline = Enumerable
                .Range(0, Rounds)
                .Select(_ => (Start: ofBaseline(), Noise: random.Normals(Slices, 0, 1 / Math.Sqrt(2))))
                .ToList();
            for (var i = 0; i < others; i++)
            {
                var noise = MedianNoise * Math.Exp(Math.Log(ScatterOfNoise) * random.Normal());
                var (own, theta) = (starts(false), i == others - 1 ? Math.Log(Ratio) : 0);
                run.Add(
                    new([
                        .. baseline.Select(beside =>
                        {
                            var start = theta + own() - beside.Start;
                            return (IReadOnlyList<double>)
                                [
                                    .. beside.Noise.Select(other =>
                                        start + noise * (random.Normal() / Math.Sqrt(2) - other)
                                    ),
                                ];
                        }),
                    ])
                );
                truth.Add(theta);
            }
        }
        return (run, truth);
    }

    /// <summary>What so many runs say: the share of intervals that hold the truth, the median of their half-widths, the
    /// share of runs with any wrong verdict, and that of the differing ones that are found.</summary>
    public (double Covered, double HalfWidth, double AnyWrong, double Found) Say(int runs)
    {
        var random = new Random(17);
        var (covered, halfWidths, wrong, found, differing) = (0, new List<double>(), 0, 0, 0);
        for (var i = 0; i < runs; i++)
        {
            var (run, truth) = Draw(random);
            var judged = RatioTest.Compare(run).Zip(truth).ToList();
            covered += judged.Count(one =>
                Math.Abs(one.First!.Estimate.Mean - one.Second) <= one.First.Estimate.HalfWidth(0.95)
            );
            halfWidths.AddRange(judged.Select(one => one.First!.Estimate.RelativeHalfWidth(0.95)));
            wrong += judged.Any(one => IsWrong(one.First!.Verdict, one.Second)) ? 1 : 0;
            differing += truth.Count(theta => theta != 0);
            found += judged.Count(one => one.Second != 0 && one.First!.Verdict == Right(one.Second));
        }
        halfWidths.Sort();
        return (
            (double)covered / halfWidths.Count,
            halfWidths[halfWidths.Count / 2],
            (double)wrong / runs,
            (double)found / Math.Max(1, differing)
        );
    }

    private static ComparisonVerdict Right(double theta) =>
        theta > 0 ? ComparisonVerdict.Faster : ComparisonVerdict.Slower;

    private static bool IsWrong(ComparisonVerdict verdict, double theta) =>
        verdict is ComparisonVerdict.Faster or ComparisonVerdict.Slower && (theta == 0 || verdict != Right(theta));
}
