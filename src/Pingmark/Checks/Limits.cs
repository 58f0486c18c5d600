using Pingmark.Model;

namespace Pingmark.Checks;

/// <summary>How much of something is told, warned of, or withholds a trial: each where it is exceeded.</summary>
internal sealed record Limits(double Note, double Warning, double Withheld)
{
    public const double Never = double.PositiveInfinity;

    public Severity Of(double value) =>
        value > Withheld ? Severity.Withheld
        : value > Warning ? Severity.Warning
        : value > Note ? Severity.Note
        : Severity.Ok;

    /// <summary>Where there is no trial to be withheld.</summary>
    public Severity OrWarning(double value) => value > Warning ? Severity.Warning : Of(value);
}
