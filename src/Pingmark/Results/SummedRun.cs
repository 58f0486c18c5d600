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
            earlier?.DurationS is >= 0 and < LongestRunS and var seconds ? TimeSpan.FromSeconds(seconds) : null,
            earlier?.Interrupted ?? info.Trials is null
        );
        return new(info, trials, summary);
    }

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
