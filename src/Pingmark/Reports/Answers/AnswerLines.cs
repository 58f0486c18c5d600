using Pingmark.Formatting;
using Pingmark.Reports.Document;
using Pingmark.Reports.Sections;

namespace Pingmark.Reports.Answers;

/// <summary>The answer of a run in a few lines: who is fastest in each class, what is undecided, what to distrust. The
/// words are the same in every form of a report.</summary>
internal static class AnswerLines
{
    /// <summary>The width of the narrowest usual terminal, and the lines that it has room for below a heading.</summary>
    public const int Columns = 80,
        Most = 5;

    /// <summary>Stands for the class of suites that have none.</summary>
    private const string NoClass = "Result";

    public static IReadOnlyList<Statement> Build(RunSource run)
    {
        var rankings = run.Groups.Select(Ranking.Of).ToList();
        var classes = rankings
            .GroupBy(ranking => ranking.Group.Class)
            .Select(ranked => (IReadOnlyList<Ranking>)[.. ranked])
            .ToList();
        var scenarios = run.Groups.Select(group => group.Scenario).Distinct().ToList();
        var doubts = Doubts.Levels(run, rankings);
        var all =
            from detail in AnswerDetail.Levels
            let told = Told(classes, scenarios, detail)
            from doubt in doubts
            select (IReadOnlyList<Statement>)[.. told, .. doubt];
        return all.FirstOrDefault(lines => Height(lines) <= Most) ?? all.Last();
    }

    /// <summary>How many lines of a narrow terminal statements take.</summary>
    internal static int Height(IEnumerable<Statement> statements) =>
        statements.Sum(one => WrappedText.Height(one.Sentence, Columns));

    private static List<Statement> Told(
        IReadOnlyList<IReadOnlyList<Ranking>> classes,
        IReadOnlyList<Model.Scenario> scenarios,
        AnswerDetail detail
    )
    {
        var told = classes.Take(detail.Classes).Select(one => OfClass(one, scenarios, detail)).ToList();
        var left = classes.Count - told.Count;
        if (left > 0)
            told[^1] = told[^1] with { Text = $"{told[^1].Text} {NumberText.Count(left)} more classes: report.html." };
        return told;
    }

    private static Statement OfClass(
        IReadOnlyList<Ranking> ranked,
        IReadOnlyList<Model.Scenario> scenarios,
        AnswerDetail detail
    )
    {
        var folded = Folded(ranked, detail.FoldsByFastest);
        var parts = folded.Count <= detail.Scenarios ? folded : [.. First(folded, detail), .. Last(folded, detail)];
        var sentences = parts.Select(
            (alike, at) =>
                FastestWords.Sentence(
                    alike,
                    ScenarioLabel.Of([.. alike.Select(one => one.Group.Scenario)], scenarios),
                    detail,
                    isNamed: at == 0
                )
        );
        var left = folded.Count - parts.Count;
        return new(
            ranked[0].Group.Class is { Title.Length: > 0 } its ? its.Title : NoClass,
            string.Join("; ", sentences) + (left > 0 ? $"; report.html has {NumberText.Count(left)} more." : ".")
        );
    }

    /// <summary>Rankings of scenarios that follow each other, together while they say the same.</summary>
    private static List<IReadOnlyList<Ranking>> Folded(IReadOnlyList<Ranking> ranked, bool byFastest)
    {
        var folded = new List<List<Ranking>>();
        foreach (var one in ranked)
            if (
                folded.Count > 0
                && FastestWords.Outcome(folded[^1][0], byFastest) == FastestWords.Outcome(one, byFastest)
            )
                folded[^1].Add(one);
            else
                folded.Add([one]);
        return [.. folded];
    }

    private static IEnumerable<IReadOnlyList<Ranking>> First(List<IReadOnlyList<Ranking>> all, AnswerDetail detail) =>
        detail.Scenarios > 1 ? all.Take(1) : [];

    private static IEnumerable<IReadOnlyList<Ranking>> Last(List<IReadOnlyList<Ranking>> all, AnswerDetail detail) =>
        all.TakeLast(detail.Scenarios > 1 ? detail.Scenarios - 1 : 1);
}
