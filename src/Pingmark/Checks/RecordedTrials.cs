using Pingmark.Model;

namespace Pingmark.Checks;

/// <summary>What could be read of a run that was recorded.</summary>
/// <param name="IsPlanAsWritten">As far as a checksum tells.</param>
/// <param name="AreTrialsAsWritten">None is bad, lacking or too many.</param>
/// <param name="Usable">Trials that can be used.</param>
/// <param name="Measured">Trials that were measured; null: the run did not end by itself.</param>
/// <param name="Unchecked">Trials without a checksum.</param>
/// <param name="Problems">Of the lines that are left out, each with its file and line.</param>
internal sealed record RecordedTrials(
    bool IsPlanAsWritten,
    bool AreTrialsAsWritten,
    int Usable,
    int? Measured,
    int Unchecked,
    IReadOnlyList<string> Problems
)
{
    /// <summary>Puts them before their checks.</summary>
    public IReadOnlyList<Note> Judge() =>
        [.. CheckList.OfRecords.SelectMany(check => check.Judge(this)).Select(finding => finding.ToNote())];
}
