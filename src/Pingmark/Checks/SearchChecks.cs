using Pingmark.Model;

namespace Pingmark.Checks;

/// <summary>What a check of a search for capacities looks at: the windows of one cell.</summary>
/// <param name="Counted">How many windows are answers of the search.</param>
/// <param name="Crowded">How many tell nothing, for a side waited for its core.</param>
/// <param name="Far">How many that count are far from the capacity; 0 where that is not known.</param>
/// <param name="Opposite">How many of those say the opposite of it.</param>
internal sealed record SearchedCell(string Cell, int Counted, int Crowded, int Far, int Opposite)
{
    /// <summary>How often a quota stopped the processes in all windows; null where there is none.</summary>
    public Throttling? Throttling { get; init; }

    /// <summary>Runs the checks of searches.</summary>
    public IReadOnlyList<Note> Judge() =>
        [.. CheckList.OfSearches.SelectMany(check => check.Judge(this)).Select(finding => finding.ToNote())];
}

internal sealed class SearchCrowded()
    : SearchCheck(
        "search-crowded",
        "Windows are left out: other processes had a side's core in each try.",
        "End what `top` shows, and search again."
    )
{
    protected override Finding? FindOne(SearchedCell cell) =>
        cell.Crowded > 0 && cell.Throttling?.Sentence is null
            ? Warning(
                "{cell}: {crowded} of {windows} windows are left out, for other processes had a side's core for more "
                    + "than {felt} of the time in each of up to three tries; `top` shows who it is",
                Named("cell", cell.Cell),
                Count("crowded", cell.Crowded),
                Count("windows", cell.Counted + cell.Crowded),
                Share("felt", RunQueue.CrowdedShare)
            )
            : null;
}

internal sealed class ThrottledSearch()
    : SearchCheck(
        "search-throttled",
        "The CPU quota of a control group stopped the processes, and windows that waited for it may be left out.",
        "Raise the container's limit (cpu.max, `--cpus`), and search again."
    )
{
    protected override Finding? FindOne(SearchedCell cell) =>
        cell.Throttling?.Sentence is not { } sentence
            ? null
            : Warning(
                sentence.WithPrefix(
                    cell.Crowded > 0 ? "{cell}: {crowded} of {windows} windows are left out: " : "{cell}: ",
                    Named("cell", cell.Cell),
                    Count("crowded", cell.Crowded),
                    Count("windows", cell.Counted + cell.Crowded)
                )
            );
}

internal sealed class SearchNoise()
    : SearchCheck(
        "search-noise",
        "Many windows far from the capacity contradict it, which points to the machine.",
        "Use a quieter machine or a larger `--budget`."
    )
{
    private const double MostOppositeShare = 0.2;

    protected override Finding? FindOne(SearchedCell cell) =>
        cell.Opposite > MostOppositeShare * cell.Far
            ? Warning(
                "{cell}: {opposite} of {far} windows far from the capacity say the opposite of it: what missed there "
                    + "was rather the machine than the server; measure on a quieter machine, or with a longer budget",
                Named("cell", cell.Cell),
                Count("opposite", cell.Opposite),
                Count("far", cell.Far)
            )
            : null;
}
