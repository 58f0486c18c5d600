using Pingmark.Audits;
using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Wording;
using Xunit;

namespace Pingmark.Tests.Audits;

internal static class Verdicts
{
    public static void Says(this IAudit audit, string idAndVerdict, CellEvidence evidence, string text = "")
    {
        var note = Assert.IsType<Note>(audit.Judge(evidence));
        Assert.Equal(idAndVerdict, $"{note.Id} {note.Verdict.Word()}");
        Assert.Contains(text, note.Text);
    }

    public static void IsSilent(this IAudit audit, CellEvidence evidence) => Assert.Null(audit.Judge(evidence));
}
