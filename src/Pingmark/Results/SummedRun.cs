using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Results;

/// <summary>A run with its summary, which is built again from its trials.</summary>
public sealed record SummedRun(RunInfo Info, IReadOnlyList<TrialRecord> Trials, Summary Summary)
{
    private const string SummaryFile = "summary.json";
    private const double LongestRunS = 1e9;

    /// <exception cref="BadInputException">The run is damaged.</exception>
    public static SummedRun Read(RunFolder folder)
    {
        var (recorded, earlier) = (folder.Read(), Earlier(folder));
        var (info, trials) = (recorded.Info, recorded.Trials);
        var summary = SummaryBuilder.Build(
            info,
            trials,
            earlier?.DurationS is >= 0 and < LongestRunS and var seconds ? DurationOf(seconds) : null,
            earlier?.Interrupted ?? info.Trials is null
        );
        return new(info, trials, summary);
    }

    /// <summary>The duration whose seconds these are. <see cref="TimeSpan.FromSeconds(double)"/> cuts the last tick
    /// off, so that what is made of it would differ from what was written.</summary>
    internal static TimeSpan DurationOf(double seconds) =>
        TimeSpan.FromTicks((long)Math.Round(seconds * TimeSpan.TicksPerSecond));

    /// <summary>Whether the run ended by itself.</summary>
    public static bool IsComplete(RunFolder folder) => Earlier(folder) is { Interrupted: false };

    /// <summary>The summary that was written before, which tells how long the run took and whether it was interrupted;
    /// null for a run that was killed, and for a damaged summary.</summary>
    private static Summary? Earlier(RunFolder folder)
    {
        try
        {
            return PlainFile.Exists(folder[SummaryFile]) ? SummaryJson.Load(folder[SummaryFile]) : null;
        }
        catch (BadInputException)
        {
            return null;
        }
    }
}
