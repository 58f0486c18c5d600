using Pingmark.Model;

namespace Pingmark.Schema;

/// <summary>A metric's column in the terminal, where there may be no room for all of them.</summary>
/// <param name="Header">Its lines are those of the text; null in a scenario that has no such figure.</param>
/// <param name="Rank">From 1 on; what has the highest is left out first.</param>
public sealed record TerminalColumn(Func<Scenario, string?> Header, int Rank)
{
    public TerminalColumn(string header, int rank)
        : this(_ => header, rank) { }
}
