using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.History.Database;

/// <summary>How much of a run a copy of it has.</summary>
/// <param name="Trials">That its figures come from: one a cell and round.</param>
/// <param name="End">How it ended; of as many trials, the copy that knows more of that has more.</param>
internal readonly record struct Completeness(long Trials, RunEnd End) : IComparable<Completeness>
{
    public static Completeness Of(Summary summary) =>
        new(
            summary.Cells.Sum(cell => (long)cell.Rounds),
            summary.DurationS is null ? RunEnd.Killed
                : summary.Interrupted ? RunEnd.Interrupted
                : RunEnd.Ended
        );

    /// <summary>Of a stored text, which may be anybody's: what can't be read has nothing of a run.</summary>
    /// <param name="summary">Null: it is too long.</param>
    public static Completeness Of(string? summary)
    {
        try
        {
            return summary is null ? default : Of(SummaryJson.ParseStrictly(summary, "the stored summary"));
        }
        catch (BadInputException)
        {
            return default;
        }
    }

    public int CompareTo(Completeness other) => (Trials, End).CompareTo((other.Trials, other.End));

    public override string ToString() =>
        $"{(Trials == 1 ? "1 trial" : $"{NumberText.Count(Trials)} trials")} that count and "
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
