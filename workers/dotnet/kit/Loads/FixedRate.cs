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
            "uniform" => new(IsTimed: true, (c, origin) => Started(new Even(rate, connections, c, origin, burst: 1))),
            "bursts" => Bursts(request.Within("burst", 1, room.InFlight)),
            "poisson" => new(IsTimed: true, (c, origin) => Started(new Poisson(rate, connections, c, origin, seed))),
            _ => throw new UnsupportedException($"arrivals {arrivals}: uniform, poisson or bursts"),
        };

        LoadPlan Bursts(long burst) =>
            new(IsTimed: true, (c, origin) => Started(new Even(rate, connections, c, origin, burst)));
    }

    private static FixedRate Started(FixedRate load)
    {
        load.Sent();
        return load;
    }

    /// <summary>Bursts of one connection after the other, evenly spread: burst b of the whole load belongs to
    /// connection b mod connections, and all its messages are due when its first one is.</summary>
    private sealed class Even(long rate, int connections, int connection, long origin, long burst) : FixedRate
    {
        private readonly EvenTimes _times = new(origin, rate);
        private readonly long _burst = burst;
        private readonly long _step = connections * burst;
        private long _first = connection * burst;
        private long _left = burst;

        protected override long Next()
        {
            var due = _times.Of(_first);
            if (--_left == 0)
                (_left, _first) = (_burst, _first + _step);
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
