using MathNet.Numerics.Distributions;
using MathNet.Numerics.RootFinding;

namespace Pingmark.Statistics;

/// <summary>What is known of a ratio whose processes differ by an unknown tau, the standard deviation from one start to
/// the next. Given tau the ratio has a Student's t distribution; each tau counts by its prior, which was learnt from
/// recorded starts and is moved by all comparisons of a run (empirical Bayes), and by how well it explains the scatter
/// of the comparison's own rounds. So one round has an interval, too: it is as wide as starts are known to differ. See
/// R. M. Turner et al., <em>Predictive distributions for between-study heterogeneity</em>, Statistics in Medicine 34,
/// 2015, for priors from records, and A. Gelman, <em>Prior distributions for variance parameters in hierarchical
/// models</em>, Bayesian Analysis 1, 2006.</summary>
public sealed class StartsMixture
{
    /// <summary>The median of tau in recorded starts (tests/unit/Statistics/RecordedStarts.cs): it is beyond 3 % in 27
    /// of 100 comparisons, beyond 10 % in 5.</summary>
    internal const double MedianTau = 0.015;

    /// <summary>How the logarithm of tau scatters from run to run, and from comparison to comparison.</summary>
    private const double ScatterOfRuns = 0.8,
        ScatterOfComparisons = 0.8;

    /// <summary>How the logarithm of tau scatters in all.</summary>
    internal static readonly double ScatterOfTau = Math.Sqrt(
        ScatterOfRuns * ScatterOfRuns + ScatterOfComparisons * ScatterOfComparisons
    );

    private const double SmallestTau = 0.001,
        LargestTau = 2;

    /// <summary>How fine the grids are: more points change no interval by a hundredth of its width.</summary>
    private const int TauPoints = 20,
        LevelPoints = 11;

    /// <summary>The widest levels of a run, in standard deviations from the middle one.</summary>
    private const double WidestLevel = 2.5;

    /// <summary>What counts less than this is left out, which saves most of the work.</summary>
    private const double LeastWeight = 1e-5;

    /// <summary>Student's t with more degrees of freedom is as good as normal.</summary>
    private const double NormalFreedom = 200;

    private const double Accuracy = 1e-6;

    private static readonly IReadOnlyList<double> Taus =
    [
        .. Enumerable
            .Range(0, TauPoints)
            .Select(i => SmallestTau * Math.Pow(LargestTau / SmallestTau, i / (TauPoints - 1.0))),
    ];

    /// <summary>The centres that a run's taus may have, as logarithms, from the middle one.</summary>
    private static readonly IReadOnlyList<double> Levels =
    [
        .. Enumerable
            .Range(0, LevelPoints)
            .Select(i => ScatterOfRuns * WidestLevel * (2.0 * i / (LevelPoints - 1) - 1)),
    ];

    private static readonly IReadOnlyList<double> WeightsOfLevels = NormalWeights(Levels, 0, ScatterOfRuns);

    /// <summary>For each level the weight of each tau.</summary>
    private static readonly IReadOnlyList<IReadOnlyList<double>> WeightsOfTaus =
    [
        .. Levels.Select(level =>
            NormalWeights([.. Taus.Select(tau => Math.Log(tau / MedianTau))], level, ScatterOfComparisons)
        ),
    ];

    private readonly IReadOnlyList<Given> _given;
    private readonly IReadOnlyList<Part> _parts;

    /// <param name="given">What follows from each tau.</param>
    private StartsMixture(IReadOnlyList<Given> given)
    {
        _given = given;
        var least = LeastWeight * given.Sum(one => one.Weight);
        var kept = given.Where(one => one.Weight > least).ToList();
        var all = kept.Sum(one => one.Weight);
        _parts = [.. kept.Select(one => new Part(one.Weight / all, Math.Sqrt(one.Variance), one.Freedom))];
    }

    /// <summary>What follows from one tau.</summary>
    /// <param name="Prior">Its weight by what is known of all comparisons.</param>
    /// <param name="Likelihood">How well it explains the scatter of the comparison's own rounds.</param>
    /// <param name="Variance">Of the mean.</param>
    /// <param name="Freedom">The degrees of freedom of that.</param>
    private sealed record Given(double Prior, double Likelihood, double Variance, double Freedom)
    {
        public double Weight => Prior * Likelihood;

        /// <summary>Adds a variance that is known.</summary>
        public Given Plus(double variance) =>
            this with
            {
                Variance = Variance + variance,
                Freedom = WelchFreedom.OfSum(Variance, Freedom, variance),
            };

        /// <summary>The difference to another mean, whose starts differ alike.</summary>
        public Given Minus(Given other) =>
            new(
                Prior,
                Likelihood * other.Likelihood,
                Variance + other.Variance,
                WelchFreedom.OfSum(Variance, Freedom, other.Variance, other.Freedom)
            );
    }

    /// <summary>The distribution given one tau.</summary>
    private sealed record Part(double Weight, double Error, double Freedom)
    {
        private bool IsNormal => Freedom > NormalFreedom;

        public double ChanceBeyond(double distance) =>
            IsNormal ? Normal.CDF(0, Error, -distance) : StudentT.CDF(0, Error, Freedom, -distance);

        public double Density(double distance) =>
            IsNormal ? Normal.PDF(0, Error, distance) : StudentT.PDF(0, Error, Freedom, distance);
    }

    /// <summary>Learns how starts differ from all comparisons of a run together.</summary>
    /// <returns>In the same order.</returns>
    internal static IReadOnlyList<StartsMixture> Learn(IReadOnlyList<SlicedRounds> run)
    {
        var likelihoods = run.Select(rounds => Scaled([.. Taus.Select(rounds.LogLikelihood)])).ToList();
        var ofLevels = Scaled([
            .. WeightsOfLevels.Zip(
                WeightsOfTaus,
                (weight, taus) => Math.Log(weight) + likelihoods.Sum(likelihood => Math.Log(Dot(likelihood, taus)))
            ),
        ]);
        var prior = Enumerable
            .Range(0, TauPoints)
            .Select(tau => ofLevels.Zip(WeightsOfTaus, (level, taus) => level * taus[tau]).Sum())
            .ToList();
        return
        [
            .. run.Zip(
                likelihoods,
                (rounds, likelihood) =>
                    new StartsMixture([
                        .. Taus.Select(rounds.Given)
                            .Select((of, i) => new Given(prior[i], likelihood[i], of.Variance, of.Freedom)),
                    ])
            ),
        ];
    }

    /// <summary>What is known of the difference to another mean that was learnt in the same run.</summary>
    internal StartsMixture Minus(StartsMixture other) =>
        new([.. _given.Zip(other._given, (one, another) => one.Minus(another))]);

    /// <summary>What is known of a mean to which something was added whose variance is known.</summary>
    internal StartsMixture Plus(double variance) => new([.. _given.Select(one => one.Plus(variance))]);

    /// <summary>The chance that the ratio is farther from its mean than this, as a logarithm, in either
    /// direction.</summary>
    public double ChanceBeyond(double distance) => 2 * _parts.Sum(part => part.Weight * part.ChanceBeyond(distance));

    /// <summary>Half of the width of an interval, as a logarithm.</summary>
    /// <param name="level">The chance that the interval holds the truth.</param>
    public double HalfWidth(double level)
    {
        var widest = _parts.Max(part => part.Error);
        while (ChanceBeyond(widest) > 1 - level)
            widest *= 2;
        return RobustNewtonRaphson.FindRoot(
            distance => ChanceBeyond(distance) - (1 - level),
            distance => -2 * _parts.Sum(part => part.Weight * part.Density(distance)),
            0,
            widest,
            Accuracy * widest
        );
    }

    private static double Dot(IReadOnlyList<double> a, IReadOnlyList<double> b) => a.Zip(b, (x, y) => x * y).Sum();

    /// <summary>Likelihoods of these logarithms, of which the largest is 1.</summary>
    private static IReadOnlyList<double> Scaled(IReadOnlyList<double> logarithms)
    {
        var largest = logarithms.Max();
        return [.. logarithms.Select(log => Math.Exp(log - largest))];
    }

    private static IReadOnlyList<double> NormalWeights(IReadOnlyList<double> at, double centre, double deviation)
    {
        var weights = at.Select(x => Normal.PDF(centre, deviation, x)).ToList();
        var all = weights.Sum();
        return [.. weights.Select(weight => weight / all)];
    }
}
