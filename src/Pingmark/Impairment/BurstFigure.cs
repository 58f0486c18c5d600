namespace Pingmark.Impairment;

/// <summary>A figure of the losses of a <see cref="BurstChain"/>: one count over another, of packets and of what became
/// of the two after each. What it is on average and how far chance carries it follow from the chain.</summary>
/// <param name="Counted">Whether a packet counts, by whether it and the two after it are lost.</param>
/// <param name="Of">Whether it is one of those of which the figure is a share or mean.</param>
internal sealed record BurstFigure(Func<bool, bool, bool, bool> Counted, Func<bool, bool, bool, bool> Of)
{
    /// <summary>The share that is lost.</summary>
    public static readonly BurstFigure Loss = new((lost, _, _) => lost, (_, _, _) => true);

    /// <summary>The mean number of packets that are lost one after the other, since each such row has one last
    /// packet.</summary>
    public static readonly BurstFigure Row = new((lost, _, _) => lost, (lost, next, _) => lost && !next);

    /// <summary>The share of those that come two after a lost packet that are lost, too.</summary>
    public static readonly BurstFigure Again = new((lost, _, third) => lost && third, (lost, _, _) => lost);

    /// <summary>The number of packets that a figure looks at, and of those whose figures overlap.</summary>
    private const int Window = 3,
        Path = 2 * Window - 1;

    /// <summary>What the figure is on average.</summary>
    public double Mean(BurstChain chain) => Share(chain, Counted) / Share(chain, Of);

    /// <summary>The standard deviation of the figure in so many packets.</summary>
    public double Deviation(BurstChain chain, int packets)
    {
        var (mean, share) = (Mean(chain), Share(chain, Of));
        double Excess(int losses, int at)
        {
            var (lost, next, third) = (IsSet(losses, at), IsSet(losses, at + 1), IsSet(losses, at + 2));
            return (Counted(lost, next, third) ? 1 : 0) - (Of(lost, next, third) ? mean : 0);
        }
        // Of packets so near that their windows overlap, one path after the other ...
        double variance = 0;
        foreach (var (_, losses, probability) in Paths(chain, Path))
            for (var at = 0; at < Window; at++)
                variance += (at == 0 ? 1 : 2) * probability * Excess(losses, 0) * Excess(losses, at);
        // ... and of those further apart, between which only the chain's state passes on. Its memory is geometric.
        double further = 0;
        foreach (var isBad in (bool[])[false, true])
        {
            double ending = 0,
                beginning = 0;
            foreach (var (states, losses, probability) in Paths(chain, Window))
            {
                ending += IsSet(states, Window - 1) == isBad ? probability * Excess(losses, 0) : 0;
                beginning += IsSet(states, 0) == isBad ? probability * Excess(losses, 0) : 0;
            }
            further += ending * beginning / (isBad ? chain.BadShare : 1 - chain.BadShare);
        }
        var memory = 1 - chain.Begins - chain.Ends;
        return Math.Sqrt(Math.Max(0, variance + 2 * further * memory / (1 - memory)) / packets) / share;
    }

    /// <summary>The figure of packets of which it is known whether they were lost.</summary>
    public double Measured(IReadOnlyList<bool> lost)
    {
        int counted = 0,
            of = 0;
        for (var i = 0; i + Window <= lost.Count; i++)
        {
            counted += Counted(lost[i], lost[i + 1], lost[i + 2]) ? 1 : 0;
            of += Of(lost[i], lost[i + 1], lost[i + 2]) ? 1 : 0;
        }
        return (double)counted / Math.Max(1, of);
    }

    private static double Share(BurstChain chain, Func<bool, bool, bool, bool> isMeant) =>
        Paths(chain, Window)
            .Where(path => isMeant(IsSet(path.Losses, 0), IsSet(path.Losses, 1), IsSet(path.Losses, 2)))
            .Sum(path => path.Probability);

    /// <summary>All that can become of so many packets in a row: their states and losses, a bit each, with the
    /// probability.</summary>
    private static IEnumerable<(int States, int Losses, double Probability)> Paths(BurstChain chain, int packets)
    {
        for (var states = 0; states < 1 << packets; states++)
        for (var losses = 0; losses < 1 << packets; losses++)
        {
            var probability = IsSet(states, 0) ? chain.BadShare : 1 - chain.BadShare;
            for (var i = 0; i < packets; i++)
            {
                var (isBad, loss) = (IsSet(states, i), chain.LossIn(IsSet(states, i)));
                probability *= IsSet(losses, i) ? loss : 1 - loss;
                if (i + 1 < packets)
                    probability *= IsSet(states, i + 1) ? chain.BadAfter(isBad) : 1 - chain.BadAfter(isBad);
            }
            yield return (states, losses, probability);
        }
    }

    private static bool IsSet(int bits, int at) => (bits >> at & 1) == 1;
}
