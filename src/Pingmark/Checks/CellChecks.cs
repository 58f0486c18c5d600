using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Checks;

/// <summary>Runs the checks of cells, and merges what was found of a cell's trials.</summary>
public static class CellChecks
{
    public static IReadOnlyList<Finding> Judge(CellEvidence evidence) =>
        [
            .. evidence
                .TrialFindings.GroupBy(finding => (finding.Check.Id, finding.Severity))
                .Select(same => OfTrials([.. same], evidence)),
            .. CheckList
                .OfCells.Where(check => evidence.Ok.Count > 0 || check.Row.NeedsNoCountedTrial)
                .SelectMany(check => check.Judge(evidence)),
        ];

    /// <summary>One finding for alike ones of several trials. A trial that a check withholds is in no figure: that is a
    /// warning while other trials are left, and when none is, the cell is invalid.</summary>
    private static Finding OfTrials(IReadOnlyList<Finding> same, CellEvidence evidence)
    {
        var first = same[0];
        var alike = same.Select(finding => finding.Sentence).Where(one => one.MergeKey == first.Sentence.MergeKey);
        return first with
        {
            Severity =
                !first.Withholds ? first.Severity
                : evidence.Ok.Count > 0 ? FindingSeverity.Warning
                : FindingSeverity.Invalid,
            Sentence = Sentence
                .Merge([.. alike])
                .WithPrefix(
                    Beginning(first, same.Count, evidence.Judged.Count),
                    Quantity.Count("found", same.Count),
                    Quantity.Count("judged", evidence.Judged.Count)
                ),
        };
    }

    private static string Beginning(Finding finding, int found, int judged) =>
        !finding.Withholds
            ? found == judged
                ? ""
                : "in {found} of {judged} trials "
            : judged == 1
                ? "the trial is withheld: "
                : $"{{found}} of {{judged}} trials {(found == 1 ? "is" : "are")} withheld: ";
}
