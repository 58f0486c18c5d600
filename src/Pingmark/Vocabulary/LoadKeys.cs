using Pingmark.Model;
using Pingmark.Wording;

namespace Pingmark.Vocabulary;

/// <summary>The rows of what is measured, and of what belongs to one kind of measurement alone.</summary>
public static class LoadKeys
{
    public static readonly ScenarioKey Test = ScenarioKey.Of(
        "test",
        ReadTest,
        s => s.Test,
        (s, value) => s with { Test = value }
    ) with
    {
        Meaning =
            "what is measured: `ping-pong`; `write-write-read`, each message by two calls, its first 4 bytes and the "
            + "rest (streams only)",
        IsDimension = true,
        IsPerScenario = true,
        Column = "test",
        Wire = [new(Request.Run, "load", s => s.Load == Scenario.ClosedLoad ? null : s.Load)],
    };

    /// <summary>What of a scenario does not go together, and the key to look at; null: it does.</summary>
    public static (ScenarioKey Key, string Text)? Problem(Scenario s) =>
        s.Test != TestKinds.PingPong && s.RatePerS is not null
            ? (ScenarioKeys.Rate, $"rate and test: {s.Test} exclude each other")
        : s.Test != TestKinds.PingPong && s.LapMessages is not null
            ? (ScenarioKeys.LapMessages, $"lap_messages and test: {s.Test} exclude each other")
        : null;

    private static string ReadTest(string text, string what) =>
        TestKinds.All.Contains(text)
            ? text
            : throw new BadInputException(
                $"{what} must be {string.Join(", ", TestKinds.All)}, not '{text}'"
                    + NearestName.Suggestion(text, TestKinds.All)
            );
}
