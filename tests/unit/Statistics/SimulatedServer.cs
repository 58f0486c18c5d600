using Pingmark.Statistics;

namespace Pingmark.Tests.Statistics;

/// <summary>A server of one thread that serves messages in their order, and a client that sends them as a Poisson
/// process: an event after the other, so that what a window says is known to be right. Times are in s.</summary>
internal sealed record SimulatedServer(double ServiceS)
{
    /// <summary>How long the server pauses at the beginning of each second.</summary>
    public double PauseS { get; init; }

    /// <summary>With which power of the load the share of late messages rises, where it is no queue: it is as much as
    /// may be at a load of 1 / service time, and each window has more or less of it by chance.</summary>
    public double? Power { get; init; }

    /// <summary>Such a share that is there at any load.</summary>
    public double Floor { get; init; }

    /// <summary>The most messages a second that the client can send.</summary>
    public double ClientMost { get; init; } = double.PositiveInfinity;

    /// <summary>The standard deviation of the service time from one generation to the next, as a logarithm.</summary>
    public double BetweenGenerations { get; init; }
    private const double LeastSettleS = 0.1;

    /// <summary>The server as a fresh process.</summary>
    public SimulatedServer Started(Random random) =>
        this with
        {
            ServiceS = ServiceS * Math.Exp(BetweenGenerations * Normal(random)),
        };

    /// <summary>The times from arrival to answer of a window of this length.</summary>
    public double[] Window(double load, double lengthS, Random random)
    {
        var settleS = Math.Max(LeastSettleS, lengthS / 10);
        var times = new List<double>();
        // Any phase of the pauses.
        var first = random.NextDouble();
        double now = first,
            free = 0;
        while (true)
        {
            now += -Math.Log(1 - random.NextDouble()) / load;
            if (now > first + settleS + lengthS)
                return [.. times];
            var begin = Awake(Math.Max(now, free));
            // A pause delays what is being served, too.
            var end = begin + ServiceS;
            if (PauseS > 0 && Math.Floor(end) > Math.Floor(begin))
                end += PauseS;
            free = end;
            if (now > first + settleS)
                times.Add(end - now);
        }
    }

    public LoadAnswer Ask(double load, double limitS, double quantile, double lengthS, Random random)
    {
        if (load > ClientMost)
            return new(load, double.PositiveInfinity, IsClientBound: true);
        if (Power is { } power)
        {
            // As a few bursts of messages are beyond a limit.
            var excess = -Math.Log(1 - random.NextDouble()) * (Floor + (1 - Floor) * Math.Pow(load * ServiceS, power));
            return new(load, Math.Max(-3, Math.Log(excess)) / 1.5) { Excess = excess };
        }
        var times = Window(load, lengthS, random);
        return new(load, Math.Log(Quantile(times, quantile) / limitS))
        {
            Excess = (double)times.Count(time => time > limitS) / times.Length / (1 - quantile),
            Unseen = limitS / lengthS,
        };
    }

    public static double Quantile(double[] times, double quantile)
    {
        Array.Sort(times);
        return times[(int)Math.Max(0, Math.Ceiling(quantile * times.Length) - 1)];
    }

    private double Awake(double at)
    {
        var sinceSecond = at - Math.Floor(at);
        return PauseS > 0 && sinceSecond < PauseS ? Math.Floor(at) + PauseS : at;
    }

    private static double Normal(Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());

    /// <summary>The highest load of M/D/1 whose times from arrival to answer are below the limit with this probability:
    /// the distribution of waiting times of A. K. Erlang (1909) and C. D. Crommelin (1932).</summary>
    public static double TheoreticalCapacity(double serviceS, double limitS, double quantile)
    {
        var (low, high) = (0.0, 1 / serviceS);
        for (var i = 0; i < 60; i++)
        {
            var middle = (low + high) / 2;
            if (Below(middle, serviceS, limitS - serviceS) > quantile)
                low = middle;
            else
                high = middle;
        }
        return low;
    }

    private static double Below(double load, double serviceS, double waitS)
    {
        var (sum, factorial) = (0.0, 1.0);
        for (var k = 0; k <= (int)Math.Floor(waitS / serviceS + 1e-9); k++)
        {
            factorial *= Math.Max(1, k);
            var x = load * (k * serviceS - waitS);
            sum += Math.Pow(x, k) / factorial * Math.Exp(-x);
        }
        return (1 - load * serviceS) * sum;
    }
}
