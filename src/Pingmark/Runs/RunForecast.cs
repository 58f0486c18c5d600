using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Trials;

namespace Pingmark.Runs;

/// <summary>Words how long suites take, before anything is built for them.</summary>
public static class RunForecast
{
    /// <summary>The sentence; null for one suite without builds, whose plan follows at once.</summary>
    /// <param name="toBuild">The names of workers that have to be built first.</param>
    public static string? Describe(IReadOnlyList<Suite> suites, IReadOnlyList<string> toBuild)
    {
        if (suites.Count == 1 && toBuild.Count == 0)
            return null;
        var building =
            toBuild.Count == 0
                ? ""
                : $"{WordList.Join(toBuild, "and")} {(toBuild.Count == 1 ? "is" : "are")} built first, which may take "
                    + "minutes and is done once; then ";
        var times = suites.Select(SuiteTime.EstimateS).ToList();
        var all = times.Contains(null) ? "" : $"{NumberText.RoughlyElapsed(times.Sum(time => time!.Value))} in all: ";
        var each = suites.Zip(
            times,
            (suite, time) => $"{suite.Name} {(suites.Count == 1 ? "takes " : "")}{Text(time)}"
        );
        return building
            + (suites.Count == 1 ? "" : $"{NumberText.Count(suites.Count)} suites, {all}")
            + string.Join(", ", each);
    }

    private static string Text(double? seconds) =>
        seconds is { } known ? $"about {NumberText.RoughlyElapsed(known)}" : "as long as its messages take";
}

/// <summary>How long a suite takes by its file.</summary>
public static class SuiteTime
{
    /// <summary>For people: <c>1 min</c>; empty where the time is not known.</summary>
    public static string Text(Suite suite) => EstimateS(suite) is { } seconds ? NumberText.RoughlyElapsed(seconds) : "";

    /// <summary>The time of the measurement; null where a number of messages ends it.</summary>
    internal static double? EstimateS(Suite suite) =>
        suite.Capacity is { } search ? search.BudgetNs / 1e9
        : suite.Settings.BudgetNs is null && suite.Cells.Any(cell => cell.Scenario.Messages is not null) ? null
        : BudgetPlan.Create(suite, suite.Cells).EstimateNs / 1e9;
}
