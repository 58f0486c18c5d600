using Pingmark.Model;

namespace Pingmark.Checks;

/// <summary>What a check of a search for capacities looks at: the windows of one cell.</summary>
/// <param name="Counted">How many windows are answers of the search.</param>
/// <param name="Crowded">How many tell nothing, for others had a side's core.</param>
/// <param name="Far">How many that count are far from the capacity; 0 where that is not known.</param>
/// <param name="Opposite">How many of those say the opposite of it.</param>
internal sealed record SearchedCell(string Cell, int Counted, int Crowded, int Far, int Opposite)
{
    /// <summary>With which power of the load the share of messages beyond the limit rises over all that was offered;
    /// null where there is no capacity.</summary>
    public double? Steepness { get; init; }

    /// <summary>Runs the checks of searches.</summary>
    public IReadOnlyList<Note> Judge() =>
        [.. CheckList.OfSearches.SelectMany(check => check.Judge(this)).Select(finding => finding.ToNote())];
}
