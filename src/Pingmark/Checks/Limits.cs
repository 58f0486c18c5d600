using Pingmark.Model;

namespace Pingmark.Checks;

/// <summary>How much of something is told, warned of, or withholds a trial: each where it is exceeded.</summary>
internal sealed record Limits(double Note, double Warning, double Withheld)
{
    public const double Never = double.PositiveInfinity;

    public FindingSeverity Of(double value) =>
        value > Withheld ? FindingSeverity.Withheld
        : value > Warning ? FindingSeverity.Warning
        : value > Note ? FindingSeverity.Note
        : FindingSeverity.Ok;

    /// <summary>Where there is no trial to be withheld.</summary>
    public FindingSeverity OrWarning(double value) => value > Warning ? FindingSeverity.Warning : Of(value);
}
