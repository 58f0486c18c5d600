using Pingmark.Model;

namespace Pingmark.Checks.Searches;

/// <summary>Finds a search in which the machine, and not the load, decided many windows.</summary>
internal sealed class SearchNoise()
    : SearchCheck(
        "search-noise",
        "Many windows far from the capacity say the opposite of it: the machine missed there, and not the server.",
        "Measure on a quieter machine, or with a larger `--budget`."
    )
{
    private const double TooMany = 0.2;

    protected override Finding? FindOne(SearchedCell cell) =>
        cell.Opposite > TooMany * cell.Far
            ? Warning(
                "{cell}: {opposite} of {far} windows far from the capacity say the opposite of it: what missed there "
                    + "was rather the machine than the server; measure on a quieter machine, or with a longer budget",
                Named("cell", cell.Cell),
                Count("opposite", cell.Opposite),
                Count("far", cell.Far)
            )
            : null;
}
