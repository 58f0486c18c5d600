using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>The room for a log of messages.</summary>
internal static class LogRoom
{
    /// <summary>Messages that nobody foresaw: a rate may rise, or not be known yet.</summary>
    private const int Least = 10_000,
        Reserve = 2;

    /// <param name="ratePerS">Of the warm-up; 0: not known yet.</param>
    public static int For(double ratePerS, long lengthNs) =>
        (int)Math.Clamp(Reserve * ratePerS * lengthNs / 1e9, Least, MessageLog.Most);
}
