using Pingmark.Reports.Answers;
using Pingmark.Reports.Document;

namespace Pingmark.Reports.Sections;

/// <summary>The section that answers what the run was made for: who is fastest, at which cost, and how sure that
/// is.</summary>
internal static class AnswerSection
{
    /// <summary>The answer with what to know of it, for media that show it among much else.</summary>
    public static Section Build(RunSource run) =>
        run.Groups.Count == 0
            ? new()
            : new(
                "answer",
                run.Groups.Any(group => group.IsMeasuring) ? "Answer so far" : "Answer",
                [new Statements([.. AnswerLines.Build(run), .. AnswerLines.BuildSpinning(run), .. Trust.Build(run)])]
            );

    /// <summary>What to know of the answer, for a terminal.</summary>
    public static Section BuildTrust(RunSource run) =>
        run.Groups.Count == 0 ? new() : new(new Statements(Trust.Build(run, "details: `-v`")));

    /// <summary>The answer alone, as the last thing that a terminal shows.</summary>
    public static Section BuildLast(RunSource run) => new(new Statements(AnswerLines.Build(run)));
}
