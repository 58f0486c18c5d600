namespace Pingmark.Statistics;

/// <summary>Rounds whose slices tell how far the mean of each may be off. A round counts by the inverse of the variance
/// that slices and processes make one expect of it, as the mean with the least variance does.</summary>
internal sealed class SlicedRounds
{
    private readonly LogarithmsByRound _rounds;
    private readonly List<double> _weights;

    /// <param name="alike">How alike successive slices are.</param>
    /// <param name="processShare">The standard deviation from one start of the processes to the next.</param>
    public SlicedRounds(LogarithmsByRound rounds, Autocorrelation alike, double processShare)
    {
        _rounds = rounds;
        var ofProcesses = processShare * processShare;
        var ofSlices = rounds
            .Rounds.Select(slices => rounds.WithinVariance * alike.VarianceOfMean(slices.Count))
            .ToList();
        _weights = ofSlices.Select(variance => 1 / (variance + ofProcesses)).ToList();
        Mean = rounds.Rounds.Zip(_weights, (slices, weight) => weight * slices.Average()).Sum() / _weights.Sum();
        SlicesShare = ofSlices.Zip(_weights, (variance, weight) => variance * weight).Average();
        SlicesFreedom = alike.Freedom(rounds.WithinFreedom);
    }

    public double Mean { get; }

    /// <summary>The variance of the mean as it is expected.</summary>
    public double ExpectedVariance => 1 / _weights.Sum();

    /// <summary>The scatter of the rounds, in units of what is expected; 0 where there is one round.</summary>
    public double ScatterToExpected =>
        _rounds.Count < 2
            ? 0
            : _rounds.Rounds.Zip(_weights, (slices, weight) => weight * Math.Pow(slices.Average() - Mean, 2)).Sum()
                / (_rounds.Count - 1);

    /// <summary>How much of the expected variance follows from the scatter of slices.</summary>
    public double SlicesShare { get; }

    /// <summary>The degrees of freedom of that part.</summary>
    public double SlicesFreedom { get; }
}
