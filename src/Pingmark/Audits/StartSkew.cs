using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Wording;

namespace Pingmark.Audits;

/// <summary>Generators that do not begin together make less load at both ends of the window.</summary>
internal sealed class StartSkew : IAudit
{
    private const double Felt = 0.01;

    public Note? Judge(CellEvidence evidence)
    {
        var stretches = evidence.All().Where(s => s.Generators is not null).ToList();
        if (stretches.Count == 0)
            return null;
        var (skewNs, errorNs) = (
            stretches.Max(s => s.Generators!.StartSkewNs),
            stretches.Max(s => s.Generators!.ClockErrorNs)
        );
        var share = stretches.Max(s => s.Generators!.StartSkewNs / (double)s.DurationNs);
        var slowest = stretches.Min(s => s.Generators!.LeastReceived / (double)Math.Max(1, s.Generators.MostReceived));
        return new(
            "start-skew",
            share > Felt ? AuditVerdict.Warning : AuditVerdict.Note,
            $"{NumberText.Count(stretches[0].Generators!.Asked)} generators began within "
                + $"{NumberText.Duration(skewNs)} (clocks known to ± {NumberText.Duration(errorNs)}); the slowest one "
                + $"had {NumberText.Percent(slowest)} of the answers of the fastest"
        );
    }
}
