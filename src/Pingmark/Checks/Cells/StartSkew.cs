using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Checks.Cells;

/// <summary>Checks that generators begin together; others make less load at both ends of the window.</summary>
internal sealed class StartSkew()
    : CellCheck(
        "start-skew",
        "Tells how far apart several generators began; more than 1 % of the window is a warning.",
        "Lengthen duration, or use fewer generators."
    )
{
    private const double Felt = 0.01;

    protected override Finding? FindOne(CellEvidence evidence)
    {
        var windows = evidence.All().Where(s => s.Generators is not null).ToList();
        if (windows.Count == 0)
            return null;
        var share = windows.Max(s => s.Generators!.StartSkewNs / (double)s.DurationNs);
        return Find(
            share > Felt ? FindingSeverity.Warning : FindingSeverity.Note,
            "{generators} generators began within {skew} (clocks known to ± {error}); the slowest one had {slowest} of "
                + "the answers of the fastest",
            Count("generators", windows[0].Generators!.Asked),
            Duration("skew", windows.Max(s => s.Generators!.StartSkewNs)),
            Duration("error", windows.Max(s => s.Generators!.ClockErrorNs)),
            Share(
                "slowest",
                windows.Min(s => s.Generators!.LeastReceived / (double)Math.Max(1, s.Generators.MostReceived))
            )
        );
    }
}
