using Pingmark.Model;

namespace Pingmark.Checks;

/// <summary>What could be read of a recorded run.</summary>
/// <param name="IsPlanAsWritten">Whether the plan is as it was written, as far as a checksum tells.</param>
/// <param name="AreTrialsAsWritten">Whether no trial is damaged, missing or too much.</param>
/// <param name="Usable">How many trials can be used.</param>
/// <param name="Measured">How many trials were measured; null where the run did not end by itself.</param>
/// <param name="Unchecked">How many trials have no checksum.</param>
/// <param name="Problems">What is wrong with each line that is left out, with its file and line.</param>
internal sealed record RecordedTrials(
    bool IsPlanAsWritten,
    bool AreTrialsAsWritten,
    int Usable,
    int? Measured,
    int Unchecked,
    IReadOnlyList<string> Problems
)
{
    /// <summary>Runs the checks of recorded runs.</summary>
    public IReadOnlyList<Note> Judge() =>
        [.. CheckList.OfRecords.SelectMany(check => check.Judge(this)).Select(finding => finding.ToNote())];
}
