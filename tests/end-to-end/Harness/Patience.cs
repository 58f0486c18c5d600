using System.Globalization;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>Tests name the time that users are promised on a machine of their own. It is judged where
/// PINGMARK_JUDGE_TIMES is 1, which `./test everything` sets: others are at work there, so tests get more, and the more
/// of it the more threads want each core. Elsewhere no test fails for its time: there is a limit against hanging
/// alone.</summary>
internal static class Patience
{
    private const string Variable = "PINGMARK_JUDGE_TIMES";
    private const double LeastUnjudgedSeconds = 120;

    private const double Factor = 3,
        MostBusy = 4,
        MostMoreSeconds = 60;

    public static TimeSpan For(double promisedSeconds)
    {
        var seconds = Factor * promisedSeconds;
        if (Environment.GetEnvironmentVariable(Variable) != "1")
            return TimeSpan.FromSeconds(Math.Max(LeastUnjudgedSeconds, MostBusy * seconds));
        return TimeSpan.FromSeconds(Math.Min(seconds * Busy(), seconds + MostMoreSeconds));
    }

    /// <summary>Threads that want a core, for each core.</summary>
    private static double Busy()
    {
        var load = double.Parse(File.ReadAllText("/proc/loadavg").Split(' ')[0], CultureInfo.InvariantCulture);
        return Math.Clamp(load / Environment.ProcessorCount, 1, MostBusy);
    }
}
