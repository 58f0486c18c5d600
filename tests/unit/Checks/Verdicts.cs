using Pingmark.Checks;
using Pingmark.Evidence;
using Pingmark.Formatting;
using Xunit;

namespace Pingmark.Tests.Checks;

internal static class Verdicts
{
    public static void Says(
        this Check<CellEvidence> check,
        string idAndVerdict,
        CellEvidence evidence,
        string text = ""
    )
    {
        var finding = Assert.Single(check.Judge(evidence));
        Assert.Equal(idAndVerdict, $"{finding.Check.Id} {finding.Verdict.Word()}");
        Assert.Contains(text, finding.Sentence.Text);
    }

    public static void IsSilent(this Check<CellEvidence> check, CellEvidence evidence) =>
        Assert.Empty(check.Judge(evidence));
}
