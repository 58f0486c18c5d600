using Pingmark.Formatting;
using Pingmark.Reports.Document;

namespace Pingmark.Reports.Sections;

/// <summary>The box on top of a page with what must not be trusted: the worst in full, the rest as a number, because
/// all of it stands below.</summary>
internal static class WarningsSection
{
    public static Section Build(RunSource run)
    {
        var worst = run.Remarks.Where(r => r.Severity is Severity.Failed or Severity.Invalid && !r.IsCaution);
        var warnings = run.Remarks.Count(r => r.Severity == Severity.Warning);
        return new(new Alert("What must not be trusted", worst.Select(run.Line).ToList(), More(warnings)));
    }

    private static Paragraph More(int warnings) =>
        new(warnings == 0 ? "" : " to read before the figures.")
        {
            Link = ("#remarks", $"{NumberText.Count(warnings)} {(warnings == 1 ? "warning" : "warnings")}"),
        };
}
