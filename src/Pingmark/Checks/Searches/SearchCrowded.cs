using Pingmark.Model;

namespace Pingmark.Checks.Searches;

/// <summary>Finds windows of a search that tell nothing, for others had the cores.</summary>
internal sealed class SearchCrowded()
    : SearchCheck(
        "search-crowded",
        "Windows are left out, for other processes had a side's core in each of their tries.",
        "`top` shows who it is; end it, and search again."
    )
{
    protected override Finding? FindOne(SearchedCell cell) =>
        cell.Crowded > 0
            ? Warning(
                "{cell}: {crowded} of {windows} windows are left out, for other processes had a side's core for more "
                    + "than {felt} of the time in each of up to three tries; `top` shows who it is",
                Named("cell", cell.Cell),
                Count("crowded", cell.Crowded),
                Count("windows", cell.Counted + cell.Crowded),
                Share("felt", RunQueue.Felt)
            )
            : null;
}
