using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Statistics;

namespace Pingmark.Capacity;

/// <summary>Words which generations do not cross the objective, and why.</summary>
/// <param name="windows">The windows that count, of all generations.</param>
internal sealed class TooFewCrossings(
    CapacityPlan plan,
    string objectives,
    IReadOnlyList<CapacityStep> windows,
    IReadOnlyDictionary<int, double?> crossings
)
{
    private enum Why
    {
        AllMet,
        OfClient,
        AllMissed,
        Elsewhere,
    }

    public string Words
    {
        get
        {
            if (crossings.Count == 0)
                return $"no window could be used, and an interval needs {LoadEstimate.FewestGenerations} generations "
                    + $"of fresh processes that cross {objectives}; {Quieter}.";
            var crossed = crossings.Values.Count(load => load is not null);
            if (crossed >= LoadEstimate.FewestGenerations)
                return $"{NumberText.Count(crossed, "generation")} of fresh processes cross {objectives} at loads so "
                    + $"far from each other that no interval can be told; {Quieter}.";
            var whys = crossings
                .Where(one => one.Value is null)
                .Select(one => windows.Where(step => step.Generation == one.Key).ToList())
                .GroupBy(WhyOf, (why, them) => (Why: why, Generations: them.ToList()))
                .OrderByDescending(one => one.Generations.Count)
                .ToList();
            return $"{crossed} of {NumberText.Count(crossings.Count, "generation")} of fresh processes "
                + $"{(crossed == 1 ? "crosses" : "cross")} {objectives}, and an interval needs "
                + $"{LoadEstimate.FewestGenerations}"
                + string.Concat(whys.Select((one, at) => (at == 0 ? ": " : ", ") + Text(one.Why, one.Generations)))
                + $"; {Advice(whys.Count == 0 ? null : whys[0].Why)}.";
        }
    }

    private const string Quieter = "measure on a quieter machine, or with a longer --budget";

    private static Why WhyOf(List<CapacityStep> steps)
    {
        var missed = steps.Where(step => !step.IsMet).ToList();
        return missed.Count == 0 ? Why.AllMet
            : missed.TrueForAll(step => step.ClientBound is not null) ? Why.OfClient
            : missed.Count == steps.Count ? Why.AllMissed
            : Why.Elsewhere;
    }

    private string Text(Why why, List<List<CapacityStep>> generations)
    {
        var offered = generations.SelectMany(steps => steps.Select(step => step.Offered)).ToList();
        return $"in {NumberText.Count(generations.Count)} "
            + why switch
            {
                Why.AllMet => $"no window missed it (up to {CapacityProgress.Load(plan, offered.Max())})",
                Why.OfClient => "the client was at its limit in each window that missed it",
                Why.AllMissed => $"each window missed it (down to {CapacityProgress.Load(plan, offered.Min())})",
                _ => "windows met it and missed it far from the load at which all answers together cross it",
            };
    }

    /// <param name="why">Why most of those do not cross that do not; null where all do.</param>
    private static string Advice(Why? why) =>
        why switch
        {
            Why.OfClient => "give the client more cores, or take another --client",
            Why.Elsewhere => Quieter,
            _ => "measure with a longer --budget",
        };
}
