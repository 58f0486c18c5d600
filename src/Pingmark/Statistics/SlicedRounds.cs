namespace Pingmark.Statistics;

/// <summary>Rounds whose slices tell how far the mean of each may be off. A round counts by the inverse of the variance
/// that slices and processes make one expect of it, as the mean with the least variance does.</summary>
internal sealed class SlicedRounds
{
    private readonly LogarithmsByRound _rounds;
    private readonly List<double> _weights,
        _ofSlices;

    /// <param name="alike">How alike successive slices are.</param>
    /// <param name="processShare">The standard deviation from one start of the processes to the next.</param>
    public SlicedRounds(LogarithmsByRound rounds, Autocorrelation alike, double processShare)
    {
        _rounds = rounds;
        var ofProcesses = processShare * processShare;
        _ofSlices = rounds.Rounds.Select(slices => rounds.WithinVariance * alike.VarianceOfMean(slices.Count)).ToList();
        _weights = WeightsGiven(ofProcesses);
        Mean = WeightedMean(_weights);
        SlicesShare = ShareOfSlices(_weights);
        SlicesFreedom = alike.Freedom(rounds.WithinFreedom);
    }

    public double Mean { get; }

    /// <summary>The variance of the mean as it is expected.</summary>
    public double ExpectedVariance => 1 / _weights.Sum();

    /// <summary>The scatter of the rounds, in units of what is expected; 0 where there is one round.</summary>
    public double ScatterToExpected => _rounds.Count < 2 ? 0 : WeightedScatter(_weights, Mean) / (_rounds.Count - 1);

    /// <summary>How much of the expected variance follows from the scatter of slices.</summary>
    public double SlicesShare { get; }

    /// <summary>The degrees of freedom of that part.</summary>
    public double SlicesFreedom { get; }

    /// <summary>The restricted log-likelihood of a standard deviation from start to start: how well it explains the
    /// scatter of the rounds' means about their own mean. One round tells nothing.</summary>
    public double LogLikelihood(double processShare)
    {
        if (_rounds.Count < 2)
            return 0;
        var weights = WeightsGiven(processShare * processShare);
        var scatter = WeightedScatter(weights, WeightedMean(weights));
        return (weights.Sum(Math.Log) - Math.Log(weights.Sum()) - scatter) / 2;
    }

    /// <summary>The variance of the mean, and its degrees of freedom, where starts differ by so much: the part of
    /// slices is known as well as they tell it (Satterthwaite).</summary>
    public (double Variance, double Freedom) Given(double processShare)
    {
        var weights = WeightsGiven(processShare * processShare);
        var share = ShareOfSlices(weights);
        return (1 / weights.Sum(), SlicesFreedom / (share * share));
    }

    private List<double> WeightsGiven(double ofProcesses) =>
        _ofSlices.Select(variance => 1 / (variance + ofProcesses)).ToList();

    private double WeightedMean(List<double> weights) =>
        _rounds.Rounds.Zip(weights, (slices, weight) => weight * slices.Average()).Sum() / weights.Sum();

    private double WeightedScatter(List<double> weights, double mean) =>
        _rounds.Rounds.Zip(weights, (slices, weight) => weight * Math.Pow(slices.Average() - mean, 2)).Sum();

    private double ShareOfSlices(List<double> weights) =>
        _ofSlices.Zip(weights, (variance, weight) => variance * weight).Average();
}
