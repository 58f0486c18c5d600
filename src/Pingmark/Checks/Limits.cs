using Pingmark.Model;

namespace Pingmark.Checks;

/// <summary>How large a quantity must be for a note and for a warning: each limit must be exceeded.</summary>
internal sealed record Limits(double Note, double Warning)
{
    public FindingSeverity SeverityOf(double value) =>
        value > Warning ? FindingSeverity.Warning
        : value > Note ? FindingSeverity.Note
        : FindingSeverity.Ok;
}
