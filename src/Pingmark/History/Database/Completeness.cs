using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.History.Database;

/// <summary>How complete a copy of a run is.</summary>
/// <param name="Trials">The number of trials that its figures come from: one for each cell and round.</param>
/// <param name="End">How the run ended; of two copies with as many trials, the one that knows more of the end is more
/// complete.</param>
internal readonly record struct Completeness(long Trials, RunEnd End) : IComparable<Completeness>
{
    public static Completeness FromSummary(Summary summary) =>
        new(
            summary.Cells.Sum(cell => (long)cell.Rounds),
            summary.DurationS is null ? RunEnd.Killed
                : summary.Interrupted ? RunEnd.Interrupted
                : RunEnd.Ended
        );

    /// <summary>How complete a stored text is, which may come from anybody: one that can't be read has nothing of a
    /// run.</summary>
    /// <param name="summary">The text; null where it is too long.</param>
    public static Completeness FromStoredText(string? summary)
    {
        try
        {
            return summary is null ? default : FromSummary(SummaryJson.ParseStrictly(summary, "the stored summary"));
        }
        catch (BadInputException)
        {
            return default;
        }
    }

    public int CompareTo(Completeness other) => (Trials, End).CompareTo((other.Trials, other.End));

    public override string ToString() =>
        $"{NumberText.Count(Trials, "trial")} that count and "
        + End switch
        {
            RunEnd.Killed => "was killed",
            RunEnd.Interrupted => "was interrupted",
            RunEnd.Ended => "ended by itself",
            _ => "can't be read",
        };
}

/// <summary>How a run ended, as far as a copy of it knows.</summary>
internal enum RunEnd
{
    Unknown,
    Killed,
    Interrupted,
    Ended,
}
