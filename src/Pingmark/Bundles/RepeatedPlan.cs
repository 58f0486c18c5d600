using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Bundles;

public static class RepeatedPlan
{
    /// <returns>A sentence each.</returns>
    public static IEnumerable<string> Compare(RunInfo bundled, RunInfo again)
    {
        yield return $"Repeated with the seed {NumberText.Count(again.Seed)}: "
            + $"{NumberText.Count(again.Cells.Count, "cell")} of {NumberText.Count(bundled.Cells.Count)}, "
            + $"{NumberText.Count(again.PlannedRounds, "round")} planned where there were "
            + $"{NumberText.Count(bundled.PlannedRounds)}, {NumberText.Duration(again.PlannedDurationNs)} a "
            + $"cell and round where there were {NumberText.Duration(bundled.PlannedDurationNs)}.";
        var (same, other) = (
            again.Workers.Where(bundled.Workers.Contains).Select(worker => worker.Name).ToList(),
            again.Workers.Where(worker => !bundled.Workers.Contains(worker)).Select(worker => worker.Name).ToList()
        );
        if (bundled.Workers.Count == 0)
            yield return "Whether the workers are the same is not known: the bundle's run.json has no hashes of them.";
        if (same.Count > 0 && bundled.Workers.Count > 0)
            yield return $"The same binary as there: {string.Join(", ", same)}.";
        if (other.Count > 0 && bundled.Workers.Count > 0)
            yield return $"Another binary than there, built from the sources here: {string.Join(", ", other)}.";
    }
}
