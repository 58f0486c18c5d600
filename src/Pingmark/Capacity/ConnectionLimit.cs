using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Capacity;

/// <summary>The most connections that the libraries of a cell take.</summary>
/// <param name="Cell">The cell's id.</param>
/// <param name="Connections">How many the side takes that takes fewest.</param>
/// <param name="Stack">The stack of that side.</param>
public sealed record ConnectionLimit(string Cell, long Connections, string Stack)
{
    /// <summary>Asks both sides of cells whose connections or players are raised.</summary>
    /// <param name="range">What may be offered whatever the stack.</param>
    /// <param name="describe">Describes a stack; null where it can't be started here.</param>
    /// <returns>Of each cell with fewer connections than the range has, its limit.</returns>
    /// <exception cref="BadInputException">A stack takes fewer than windows need; the message says what to
    /// raise.</exception>
    internal static async Task<IReadOnlyList<ConnectionLimit>> AskAsync(
        IReadOnlyList<Cell> cells,
        CapacitySettings settings,
        LoadRange range,
        Func<string, Task<StackDescription?>> describe
    )
    {
        if (settings.Kind == CapacityKind.Rate)
            return [];
        var limits = new List<ConnectionLimit>();
        foreach (var cell in cells)
        {
            StackDescription?[] sides = [await describe(cell.Stack), await describe(cell.Client)];
            if (sides.OfType<StackDescription>().MinBy(side => side.MaxConnections) is { } side)
                if (side.MaxConnections < range.Most)
                    limits.Add(new(cell.Id, side.MaxConnections, side.Stack));
        }
        if (limits.Find(limit => limit.Connections < range.Least) is { } few)
            throw new BadInputException(
                $"{few.Stack} takes {NumberText.Count(few.Connections)} connections at most, and windows of fewer than "
                    + $"{NumberText.Count((long)range.Least)} hold too few messages for the objectives: give more with "
                    + "--rate-each, or ask for a percentile that is less rare"
            );
        return limits;
    }
}
