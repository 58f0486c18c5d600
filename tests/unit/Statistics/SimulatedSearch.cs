using Pingmark.Model;
using Pingmark.Statistics;

namespace Pingmark.Tests.Statistics;

/// <summary>Searches for the capacities of simulated servers, which take turns as cells do.</summary>
internal sealed record SimulatedSearch(double LimitS, double Quantile = 0.99)
{
    public int Generations { get; init; } = 5;
    public int WindowsInFirst { get; init; } = 14;
    public int WindowsInOthers { get; init; } = 6;
    public double LeastLengthS { get; init; } = 0.5;

    /// <summary>The most loads: what is 20 times as many messages as lie beyond the percentile takes 10 s at the
    /// least.</summary>
    public LoadLimits Limits => new(20 / (1 - Quantile) / 10, 1e6, Start);
    public double Start { get; init; } = 1000;

    public LoadEstimate Run(SimulatedServer server, int seed) => Run([server], seed)[0];

    public IReadOnlyList<LoadEstimate> Run(IReadOnlyList<SimulatedServer> servers, int seed)
    {
        var random = new Random(seed);
        var answers = servers.Select(_ => new List<IReadOnlyList<LoadAnswer>>()).ToList();
        for (var generation = 0; generation < Generations; generation++)
        {
            var started = servers.Select(server => server.Started(random)).ToList();
            var current = servers.Select(_ => new List<LoadAnswer>()).ToList();
            for (var turn = 0; turn < (generation == 0 ? WindowsInFirst : WindowsInOthers); turn++)
            for (var i = 0; i < started.Count; i++)
                if (LoadSearch.Next(Limits, answers[i], current[i]) is { } load)
                    current[i].Add(started[i].Ask(load, LimitS, Quantile, Length(load), random));
            for (var i = 0; i < started.Count; i++)
                answers[i].Add(current[i]);
        }
        return [.. answers.Select(one => LoadEstimate.FromAnswers(Limits, one))];
    }

    /// <summary>As long as windows of searches are.</summary>
    private double Length(double load) =>
        Math.Max(Math.Clamp(100 * LimitS, LeastLengthS, 2), 20 / (1 - Quantile) / load);

    /// <summary>The interval of the ratio of two capacities, paired by generation.</summary>
    public static Estimate Ratio(LoadEstimate a, LoadEstimate b) =>
        ConfidenceInterval.OfGeometricMean([
            .. a.Crossings.Zip(b.Crossings).Select(pair => pair.First / pair.Second).OfType<double>(),
        ])!;
}
