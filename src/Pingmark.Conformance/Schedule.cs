using System.Numerics;
using Pingmark.Conformance.Peers;

namespace Pingmark.Conformance;

/// <summary>Computes when messages of a fixed rate are due, in ns after its origin, independently of any worker
/// (docs/protocol.md). Bursts of 1 are uniform arrivals.</summary>
public static class Schedule
{
    private const double SquareRootOfHalf = 0.7071067811865476,
        Ln2 = 0.6931471805599453;

    public static IEnumerable<long> Even(long ratePerS, int burst, int connections, int connection)
    {
        for (long message = connection * burst; ; message += connections * burst)
        for (var sent = 0; sent < burst; sent++)
            yield return message / ratePerS * 1_000_000_000 + message % ratePerS * 1_000_000_000 / ratePerS;
    }

    public static IEnumerable<long> Poisson(long ratePerS, long seed, int connections, int connection)
    {
        var state = First((ulong)seed) ^ BitOperations.RotateLeft(First((ulong)connection), 32);
        var mean = 1e9 * connections / ratePerS;
        for (var due = 0L; ; )
        {
            var u = ((Payload.SplitMix64(ref state) >> 11) + 1) * (1.0 / (1L << 53));
            due += (long)Math.Floor(-Ln(u) * mean + 0.5);
            yield return due;
        }
    }

    public static IEnumerable<long> Replay(string gapsNs, int connections, int connection)
    {
        var gaps = gapsNs.Split(' ').Select(long.Parse).ToList();
        var begin = connection * gaps.Sum() / connections;
        for (long at = 0, message = 0; ; at += gaps[(int)(message++ % gaps.Count)])
            if (at >= begin)
                yield return at - begin;
    }

    private static ulong First(ulong state) => Payload.SplitMix64(ref state);

    /// <summary>The protocol's own logarithm, the same to the last bit in every language.</summary>
    private static double Ln(double u)
    {
        var e = 0;
        for (; u < 0.5; u *= 2)
            e--;
        if (u == 1)
            (u, e) = (0.5, 1);
        if (u < SquareRootOfHalf)
            (u, e) = (2 * u, e - 1);
        var s = (u - 1) / (u + 1);
        var z = s * s;
        var p = 1.0 / 21;
        for (var d = 19; d >= 3; d -= 2)
            p = p * z + 1.0 / d;
        p = p * z + 1;
        return e * Ln2 + 2.0 * s * p;
    }
}
