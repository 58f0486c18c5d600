using Pingmark.Formatting;
using Pingmark.Reports.Document;
using Pingmark.Reports.Renderers;
using Pingmark.Reports.Sections;

namespace Pingmark.Reports.Answers;

/// <param name="Title">The heading, which says what its lines are.</param>
internal sealed record Answer(string Title, IReadOnlyList<Statement> Lines);

/// <summary>The answer of a run in a few lines: who is fastest in each class, what is undecided, what to distrust. The
/// words are the same in every form of a report.</summary>
internal static class AnswerLines
{
    /// <summary>The width of the narrowest usual terminal, and the lines that it has room for below a
    /// heading.</summary>
    public const int Columns = 80,
        Most = 5;

    /// <summary>Stands for the class of suites that have none.</summary>
    private const string NoClass = "Result";

    private const string Title = "Answer";

    public static Answer Build(RunSource run)
    {
        var rankings = run.Groups.Select(Ranking.Of).ToList();
        var classes = rankings
            .GroupBy(ranking => ranking.Group.Class)
            .Select(ranked => (IReadOnlyList<Ranking>)[.. ranked])
            .ToList();
        var label = new ScenarioLabel([.. run.Groups.Select(group => group.Scenario).Distinct()]);
        var doubts = Doubts.Levels(run, rankings);
        var spin = SpinWords.Sentence(rankings, label);
        var all =
            from detail in AnswerDetail.Levels
            let told = Told(classes, label, detail)
            from doubt in doubts
            from spinning in (string[])[spin, ""]
            select told with
            {
                Lines =
                [
                    .. told.Lines,
                    .. new Statement[] { new("Spinning", $"{spinning}.") }.Where(_ => spinning.Length > 0),
                    .. doubt,
                ],
            };
        var answer = all.FirstOrDefault(one => Height(one.Lines) <= Most) ?? all.Last();
        return rankings.Any(ranking => ranking.Group.IsMeasuring)
            ? answer with
            {
                Title = answer.Title.Replace(Title, $"{Title} so far"),
            }
            : answer;
    }

    /// <summary>How many lines of a narrow terminal statements take.</summary>
    internal static int Height(IEnumerable<Statement> statements) =>
        statements.Sum(one => WrappedText.Height(one.Sentence, Columns));

    private static Answer Told(IReadOnlyList<IReadOnlyList<Ranking>> classes, ScenarioLabel label, AnswerDetail detail)
    {
        // What all bare lines are about is said once, above them.
        var (last, common) = (classes[0][^1].Group.Scenario, label.Of([classes[0][^1].Group.Scenario]));
        var isCommon =
            detail is { IsBare: true, Scenarios: 1 } && classes.All(ranked => ranked[^1].Group.Scenario == last);
        string LabelOf(IReadOnlyList<Ranking> alike, bool isShort) =>
            isCommon ? "" : label.Of([.. alike.Select(one => one.Group.Scenario)], isShort);
        var isOfPairs = detail.IsBare && classes[0][^1].Group.Sides.Count == 0;
        var told = classes.Take(detail.Classes).Select(ranked => OfClass(ranked, LabelOf, detail)).ToList();
        var left = classes.Count - told.Count;
        if (left > 0)
            told[^1] = told[^1] with
            {
                Text = $"{told[^1].Text} {NumberText.Count(left)} more {(left == 1 ? "class" : "classes")}.",
            };
        return new(Title + (isCommon ? common : "") + (isOfPairs ? FastestWords.Heading(last) : ""), told);
    }

    private static Statement OfClass(
        IReadOnlyList<Ranking> ranked,
        Func<IReadOnlyList<Ranking>, bool, string> label,
        AnswerDetail detail
    )
    {
        var folded = Folded(detail.IsOfLast ? [ranked[^1]] : ranked, detail.FoldsByFastest);
        var parts = folded.Count <= detail.Scenarios ? folded : [.. First(folded, detail), .. Last(folded, detail)];
        var left = folded.Sum(alike => alike.Count) - parts.Sum(alike => alike.Count);
        return new(
            ranked[0].Group.Class is not { Title.Length: > 0 } its ? NoClass
                : detail.IsBare ? its.Title
                : SpinWords.Lead(its),
            FastestWords.Sentence(parts, label, detail)
                + (left == 0 ? "." : $"; {NumberText.Count(left)} more {(left == 1 ? "scenario" : "scenarios")}.")
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
