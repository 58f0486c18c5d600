using Pingmark.Model;
using Pingmark.Statistics;

namespace Pingmark.Checks.Searches;

/// <summary>Finds a capacity whose objective is crossed nowhere sharply, so that its interval is wide.</summary>
internal sealed class SearchFlat()
    : SearchCheck(
        "search-flat",
        "The objective hardly depends on the load: its interval is widened by as much as the fit near the capacity is "
            + "steeper than the curve as a whole.",
        "Ask for an objective that the load decides, such as a rarer percentile or a larger limit; or measure on a "
            + "quieter machine, for what disturbs it is late at any load."
    )
{
    protected override Finding? FindOne(SearchedCell cell) =>
        cell.Steepness is { } power and < CapacityFit.Flat
            ? Warning(
                "{cell}: the share of late messages rises with no more than the power of {power} of the load, so that "
                    + "the objective is crossed nowhere sharply, and the interval is wider for that; ask for an "
                    + "objective that the load decides, or measure on a quieter machine",
                Named("cell", cell.Cell),
                Number("power", Math.Ceiling(10 * power) / 10)
            )
            : null;
}
