using System.Globalization;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>Tests name the time that users are promised on a machine of their own. Where tests run others are at work:
/// they get more, and the more of it the more threads want each core.</summary>
internal static class Patience
{
    private const double Factor = 3,
        MostBusy = 4,
        MostMoreSeconds = 60;

    public static TimeSpan For(double promisedSeconds)
    {
        var seconds = Factor * promisedSeconds;
        return TimeSpan.FromSeconds(Math.Min(seconds * Busy(), seconds + MostMoreSeconds));
    }

    /// <summary>Threads that want a core, for each core.</summary>
    private static double Busy()
    {
        var load = double.Parse(File.ReadAllText("/proc/loadavg").Split(' ')[0], CultureInfo.InvariantCulture);
        return Math.Clamp(load / Environment.ProcessorCount, 1, MostBusy);
    }
}
