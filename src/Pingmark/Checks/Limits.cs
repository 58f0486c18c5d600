using Pingmark.Model;

namespace Pingmark.Checks;

/// <summary>How large a quantity must be for a note, for a warning, and for a trial to be withheld: each limit must be
/// exceeded.</summary>
internal sealed record Limits(double Note, double Warning, double Withheld)
{
    public const double Never = double.PositiveInfinity;

    public FindingSeverity SeverityOf(double value) =>
        value > Withheld ? FindingSeverity.Withheld
        : value > Warning ? FindingSeverity.Warning
        : value > Note ? FindingSeverity.Note
        : FindingSeverity.Ok;

    /// <summary>The severity where no trial can be withheld: a warning at most.</summary>
    public FindingSeverity OrWarning(double value) => value > Warning ? FindingSeverity.Warning : SeverityOf(value);
}
