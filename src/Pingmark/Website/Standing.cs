using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports.Answers;

namespace Pingmark.Website;

/// <summary>Who was fastest in one scenario of a run, by the verdicts of that run alone.</summary>
internal sealed class Standing
{
    /// <summary>The most scenarios of one line that are named, and the most letters of their names.</summary>
    private const int MostNamed = 4,
        LongestNames = 90;

    private readonly Ranking _ranking;

    private Standing(PublishedRun run, Ranking ranking)
    {
        Run = run;
        _ranking = ranking;
        Ahead = ranking.Fastest is { } fastest ? [fastest, .. ranking.AsFast, .. ranking.MaybeAsFast] : [];
        Outcome = Ahead.Count == 0 ? "no verdict yet" : string.Join("; ", Words(FirstName()));
    }

    public PublishedRun Run { get; }

    /// <summary>The scenario, with the class of its stacks before it.</summary>
    public string Scenario => _ranking.Group.Title;

    /// <summary>The fastest, then those that are as fast or may be; empty where the run could not tell.</summary>
    public IReadOnlyList<CellSummary> Ahead { get; }

    /// <summary>All of this in a few words: <c>cpp/tcp-epoll; java/tcp-nio as fast</c>.</summary>
    public string Outcome { get; }

    /// <summary>The scenarios of a run in which stacks were compared with each other; none of a grid of servers and
    /// clients, where both sides differ.</summary>
    public static IReadOnlyList<Standing> Of(PublishedRun run) =>
        [
            .. run
                .Source.Groups.Where(group => group.Sides.Count == 0)
                .Select(Ranking.Of)
                .Where(ranking => ranking.Compared > 0)
                .Select(ranking => new Standing(run, ranking)),
        ];

    /// <summary>The same as words about one stack that is ahead: without its name where it is the fastest, and empty
    /// where nobody else comes close.</summary>
    public string OutcomeFor(string stack) =>
        IsOf(Ahead[0], stack) ? string.Join("; ", Words(_ranking.IsOfDecidedAlone ? "so far" : "")) : Outcome;

    /// <summary>A line for scenarios of a run that follow each other and have the same outcome: what they are, and who
    /// was fastest there.</summary>
    public static IEnumerable<(string Where, string Outcome)> Lines(IReadOnlyList<Standing> all) =>
        Lines(all, one => one.Outcome);

    /// <summary>The same of the scenarios in which a stack was ahead.</summary>
    public static IEnumerable<(string Where, string Outcome)> LinesFor(IReadOnlyList<Standing> all, string stack) =>
        Lines(all, one => one.IsAhead(stack) ? one.OutcomeFor(stack) : null)
            .Where(line => line.Outcome is not null)
            .Select(line => (line.Where, line.Outcome!));

    private static IEnumerable<(string Where, T Outcome)> Lines<T>(
        IReadOnlyList<Standing> all,
        Func<Standing, T> outcome
    )
    {
        var label = new ScenarioLabel([.. all.Select(one => one._ranking.Group.Scenario).Distinct()]);
        for (var at = 0; at < all.Count; )
        {
            var (its, told) = (all[at].Class, outcome(all[at]));
            var alike = all.Skip(at).TakeWhile(one => one.Class == its && Equals(outcome(one), told)).ToList();
            at += alike.Count;
            yield return ((its + Named(label, alike)).Trim(), told);
        }
    }

    /// <summary>Some scenarios, by their names where these are few.</summary>
    private static string Named(ScenarioLabel label, IReadOnlyList<Standing> alike)
    {
        var together = label.Of([.. alike.Select(one => one._ranking.Group.Scenario)]);
        if (alike.Count is 1 or > MostNamed || !together.EndsWith("scenarios", StringComparison.Ordinal))
            return together;
        var named = " " + WordList.Join(alike.Select(one => label.Of([one._ranking.Group.Scenario]).Trim()), "and");
        return named.Length <= LongestNames ? named : together;
    }

    /// <summary>Whether the stack, of whose versions and options all count, was measured in it.</summary>
    public bool Has(string stack) => _ranking.Usable.Any(cell => IsOf(cell, stack));

    public bool IsAhead(string stack) => Ahead.Any(cell => IsOf(cell, stack));

    private string Class => _ranking.Group.Class?.Title ?? "";

    private static bool IsOf(CellSummary cell, string stack) => StackVersion.Plain(cell.Stack) == stack;

    private string FirstName() => _ranking.Group.Name(Ahead[0]) + (_ranking.IsOfDecidedAlone ? " so far" : "");

    /// <param name="first">What is said of the fastest; empty: nothing.</param>
    private IEnumerable<string> Words(string first)
    {
        if (first.Length > 0)
            yield return first;
        if (_ranking.AsFast.Count > 0)
            yield return $"{Named(_ranking.AsFast)} as fast";
        if (_ranking.MaybeAsFast.Count > 0)
            yield return $"{Named(_ranking.MaybeAsFast)} may be";
    }

    /// <summary>One is named, and several are counted.</summary>
    private string Named(IReadOnlyList<CellSummary> cells) =>
        cells.Count == 1 ? _ranking.Group.Name(cells[0]) : $"{NumberText.Count(cells.Count)} more";
}
