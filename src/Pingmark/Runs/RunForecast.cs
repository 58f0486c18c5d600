using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Runs;

/// <summary>Says how long suites take before anything is built or measured for them.</summary>
public static class RunForecast
{
    /// <summary>The sentence; null for one suite for which nothing has to be built, since its plan follows at once and
    /// says it.</summary>
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
