using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Model.Loads;

namespace Pingmark.Schema;

/// <summary>The keys of a scenario's load (<c>test</c>), and of the numbers that loads read.</summary>
public static class LoadKeys
{
    public static readonly ScenarioKey Test = ScenarioKey.Create(
        "test",
        ReadTest,
        s => s.Test,
        (s, value) => s with { Test = value }
    ) with
    {
        Meaning =
            "what is measured: "
            + string.Join("; ", LoadList.All.Select(load => $"`{load.Name}`, {load.Meaning}".TrimEnd(',', ' '))),
        IsDimension = true,
        Column = "test",
        Wire =
        [
            new(Request.Run, "load", s => s.LoadName == PingPongLoad.Closed ? null : s.LoadName),
            new(Request.Connect, "churn", s => s.Load.ConnectsForEach ? true : null),
            new(Request.Connect, "one_way", s => s.Load.IsOneWay ? true : null),
        ],
    };

    public static readonly IReadOnlyList<ScenarioKey> NumberKeys = LoadList.Numbers.Select(Create).ToList();

    /// <summary>Those of loads that any server can take that echoes.</summary>
    public static IEnumerable<ScenarioKey> EchoServerKeys =>
        from load in LoadList.All
        where load.RequiredServer is null
        from number in load.Numbers
        select ScenarioKeys.Find(number.Key);

    private static ScenarioKey Create(LoadNumber number) =>
        ScenarioKey.Create(
            number.Key,
            (text, what) => (int?)Reader(number)(text, what),
            s => s[number],
            (s, value) => s.With(number, value)
        ) with
        {
            Meaning = number.Meaning,
            IsDimension = true,
            Id = s =>
                s[number] is { } value
                    ? $"{number.IdLetter}{NumberText.Count(value)}{(number.IsBytes ? "B" : "")}"
                    : null,
            Column = number.Field,
            Wire = [new(number.IsSentAtConnect ? Request.Connect : Request.Run, number.Field, s => s[number])],
            WithDefault = s =>
                s[number] is null && s.Load.Numbers.Contains(number) ? s.With(number, number.Default) : s,
        };

    private static Func<string, string, int> Reader(LoadNumber number) =>
        number.IsBytes ? Values.Bytes(number.Least, number.Most) : Values.Int(number.Least, number.Most);

    /// <summary>What in a scenario contradicts itself, with the key to look at; null where nothing does.</summary>
    public static (ScenarioKey Key, string Text)? Problem(Scenario s) =>
        (FindForeignNumber(s) ?? FindRateConflict(s) ?? FindRequiredNumberProblem(s) ?? s.Load.Problem(s)) is { } found
            ? (ScenarioKeys.Find(found.Key), found.Text)
            : null;

    /// <summary>Finds a number that another load reads.</summary>
    private static (string Key, string Text)? FindForeignNumber(Scenario s) =>
        LoadList.Numbers.FirstOrDefault(number => s[number] is not null && !s.Load.Numbers.Contains(number))
            is not { } stranger
            ? null
            : (
                stranger.Key,
                $"{stranger.Key} needs "
                    + string.Join(
                        " or ",
                        LoadList.Names(load => load.Numbers.Contains(stranger)).Select(name => $"test: {name}")
                    )
            );

    private static (string Key, string Text)? FindRateConflict(Scenario s) =>
        s.RatePerS is null || s.Load.SupportsRate ? null : ("rate", $"rate and test: {s.Test} exclude each other");

    private static (string Key, string Text)? FindRequiredNumberProblem(Scenario s) =>
        s.Load.RequiredNumber is not { } needed ? null
        : s[needed] is null ? ("test", $"test: {s.Test} needs {needed.Key}, such as {needed.Key}: 8")
        : s.Load.InFlight(s) is { } follows && follows != s.InFlight
            ? ("in_flight", $"in_flight follows from {needed.Key}, and must be left out")
        : null;

    private static string ReadTest(string text, string what)
    {
        var known = LoadList.Names(_ => true);
        return known.Contains(text)
            ? text
            : throw new BadInputException(
                $"{what} must be {string.Join(", ", known)}, not '{text}'" + NearestName.Suggestion(text, known)
            );
    }
}
