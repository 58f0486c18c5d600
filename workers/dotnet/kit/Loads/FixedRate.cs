namespace Pingmark.Worker.Kit;

/// <summary>An open loop: messages go at times of their own, evenly spread or as a Poisson process.</summary>
public abstract class FixedRate : Load
{
    public const string Name = "fixed-rate";

    private long _due;

    public sealed override long Due => _due;

    public sealed override void Sent() => _due = Next();

    protected abstract long Next();

    internal static LoadPlan Read(Request request, LoadRoom room)
    {
        var connections = room.Connections;
        var rate = request.Within("rate_per_s", 1, Constants.MaxRatePerS);
        var arrivals = request.Text("arrivals", "uniform");
        var seed = request.Has("seed") ? request.Within("seed", 0, Constants.MaxSeed) : 1;
        return arrivals switch
        {
            "uniform" => new(IsTimed: true, (c, origin) => Started(new Uniform(rate, connections, c, origin))),
            "poisson" => new(IsTimed: true, (c, origin) => Started(new Poisson(rate, connections, c, origin, seed))),
            _ => throw new UnsupportedException($"arrivals {arrivals}: uniform or poisson"),
        };
    }

    private static FixedRate Started(FixedRate load)
    {
        load.Sent();
        return load;
    }

    /// <summary>Message k of the whole load belongs to connection k mod connections.</summary>
    private sealed class Uniform(long rate, int connections, int connection, long origin) : FixedRate
    {
        private readonly EvenTimes _times = new(origin, rate);
        private long _message = connection;

        protected override long Next()
        {
            var due = _times.Of(_message);
            _message += connections;
            return due;
        }
    }

    /// <summary>Each connection has arrivals of its own; together they are a Poisson process of the whole
    /// rate.</summary>
    private sealed class Poisson(long rate, int connections, int connection, long origin, long seed) : FixedRate
    {
        private readonly double _mean = 1e9 * connections / rate;
        private SplitMix64 _random = new(First(seed) ^ ulong.RotateLeft(First(connection), 32));
        private long _at = origin;

        protected override long Next()
        {
            var u = ((_random.Next() >> 11) + 1) * (1.0 / (1L << 53));
            return _at += (long)Math.Floor(-Ln(u) * _mean + 0.5);
        }

        private static ulong First(long state) => new SplitMix64((ulong)state).Next();

        /// <summary>From additions, multiplications and divisions alone, so that all languages have the same bits: the
        /// series of 2 artanh((m - 1) / (m + 1)).</summary>
        private static double Ln(double u)
        {
            var exponent = Math.ILogB(u) + 1;
            var m = Math.ScaleB(u, -exponent);
            if (m < 0.7071067811865476)
                (m, exponent) = (m * 2, exponent - 1);
            var s = (m - 1) / (m + 1);
            var z = s * s;
            var p = 1.0 / 21;
            for (var d = 19; d >= 3; d -= 2)
                p = p * z + 1.0 / d;
            p = p * z + 1;
            return exponent * 0.6931471805599453 + 2.0 * s * p;
        }
    }
}
