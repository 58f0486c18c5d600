using Pingmark.Model;
using Pingmark.Reports.Document;
using Pingmark.Reports.Sections;

namespace Pingmark.Reports.Answers;

/// <summary>The answer of a run: a sentence for each class and scenario that says who is fastest. The words are the
/// same in every form of a report.</summary>
internal static class AnswerLines
{
    /// <summary>The width of the narrowest usual terminal.</summary>
    public const int Columns = 80;

    /// <summary>Stands for the class and scenario of suites that have one.</summary>
    private const string Only = "Result";

    /// <summary>The most sentences that tell of the others, too.</summary>
    private const int MostWhole = 8;

    public static IReadOnlyList<Statement> Build(RunSource run)
    {
        var label = new ScenarioLabel([.. run.Groups.Select(group => group.Scenario).Distinct()]);
        var classes = run.Groups.Select(group => group.Class).OfType<StackClass>().Distinct().ToList();
        return
        [
            .. run
                .Groups.GroupBy(group => group.Class)
                .SelectMany(groups => groups)
                .Select(group => new Statement(
                    Lead(group, classes, label),
                    FastestWords.Sentence(Ranking.Of(group), run.Groups.Count > MostWhole)
                )),
        ];
    }

    private static string Lead(ScenarioGroup group, IReadOnlyList<StackClass> classes, ScenarioLabel label)
    {
        string[] parts = [Name(group.Class, classes), label.Of(group.Scenario)];
        return string.Join(", ", parts.Where(part => part.Length > 0)) is { Length: > 0 } lead ? lead : Only;
    }

    /// <summary>The name of a class, without how its stacks wait where that tells it from no other.</summary>
    private static string Name(StackClass? its, IReadOnlyList<StackClass> classes)
    {
        var shorter = its is null ? null : its with { Waits = null };
        return shorter is { Title.Length: > 0 } && classes.Count(one => one with { Waits = null } == shorter) == 1
            ? shorter.Title
            : its?.Title ?? "";
    }
}
