using Pingmark.Model;

namespace Pingmark.Schema;

/// <summary>A metric's column in the terminal, where there may be no room for all of them.</summary>
/// <param name="Header">The heading, whose lines are those of the text; null in a scenario that has no such
/// figure.</param>
/// <param name="Rank">How important the column is, from 1 on; the one with the highest number is left out
/// first.</param>
public sealed record TerminalColumn(Func<Scenario, string?> Header, int Rank)
{
    public TerminalColumn(string header, int rank)
        : this(_ => header, rank) { }

    /// <summary>The heading where there is little room; null: the usual one.</summary>
    public string? Abbreviation { get; init; }

    public string Short(Scenario scenario) => Abbreviation ?? Header(scenario) ?? "";
}
