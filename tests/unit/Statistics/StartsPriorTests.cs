using MathNet.Numerics.Distributions;
using Pingmark.Statistics;
using Xunit;

namespace Pingmark.Tests.Statistics;

public class StartsPriorTests
{
    /// <summary>Twice the difference of log-likelihoods is chi-square with 2 degrees of freedom: 5 %.</summary>
    private const double Most = 3;

    private static readonly IReadOnlyList<RecordedStarts.Comparison> Recorded = RecordedStarts.Load();

    private static readonly IReadOnlyList<double> Taus =
    [
        .. Enumerable.Range(0, 60).Select(i => 0.0005 * Math.Pow(4_000, i / 59.0)),
    ];

    /// <summary>How likely a log-normal distribution of tau makes what was recorded.</summary>
    private static double LogLikelihood(double median, double scatter)
    {
        var prior = Taus.Select(tau => Normal.PDF(0, scatter, Math.Log(tau / median))).ToList();
        return Recorded.Sum(one =>
            Math.Log(Taus.Zip(prior, (tau, weight) => weight * Math.Exp(one.LogLikelihood(tau))).Sum() / prior.Sum())
        );
    }

    [Fact]
    public void Recorded_starts_do_not_contradict_the_prior()
    {
        var best = (
            from median in (double[])[0.003, 0.005, 0.01, 0.015, 0.02, 0.03, 0.05, 0.1]
            from scatter in (double[])[0.4, 0.8, 1.13, 1.6]
            select LogLikelihood(median, scatter)
        ).Max();
        Assert.InRange(LogLikelihood(StartsMixture.MedianTau, StartsMixture.ScatterOfTau), best - Most, best);
    }
}
