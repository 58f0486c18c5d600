using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Results;

/// <summary>A run and its summary, made anew from its trials.</summary>
public sealed record SummedRun(RunInfo Info, IReadOnlyList<TrialRecord> Trials, Summary Summary)
{
    private const string SummaryFile = "summary.json";
    private const double LongestRunS = 1e9;

    /// <exception cref="BadInputException">It is damaged.</exception>
    public static SummedRun Of(RunFolder folder)
    {
        var (recorded, earlier) = (folder.Read(), Earlier(folder));
        var (info, trials) = (recorded.Info, recorded.Trials);
        var summary = SummaryBuilder.Build(
            info,
            trials,
            earlier?.DurationS is >= 0 and < LongestRunS and var seconds ? TimeSpan.FromSeconds(seconds) : null,
            earlier?.Interrupted ?? info.Trials is null
        );
        return new(info, trials, summary);
    }

    /// <summary>Whether it ended by itself.</summary>
    public static bool IsComplete(RunFolder folder) => Earlier(folder) is { Interrupted: false };

    /// <summary>It tells how long the run took and whether it was interrupted; one that was killed has none, and a
    /// damaged one is made anew.</summary>
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
