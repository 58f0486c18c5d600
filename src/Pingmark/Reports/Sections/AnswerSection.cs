using Pingmark.Reports.Answers;
using Pingmark.Reports.Document;

namespace Pingmark.Reports.Sections;

/// <summary>The section that answers what the run was made for: who is fastest, at which cost, and how sure that
/// is.</summary>
internal static class AnswerSection
{
    public static Section Build(RunSource run)
    {
        if (run.Groups.Count == 0)
            return new();
        var answer = AnswerLines.Build(run);
        return new("answer", answer.Title, [new Statements(answer.Lines)]);
    }
}
