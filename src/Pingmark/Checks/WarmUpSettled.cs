using Pingmark.Model;

namespace Pingmark.Checks;

/// <summary>A runtime that still compiles, or becomes ever slower, has no speed that could be told. A warm-up that
/// ended for want of time alone is reported over all trials (<c>Audits.Stationarity</c>).</summary>
internal sealed class WarmUpSettled : ITrialAudit
{
    public bool MayBeNoise => true;

    public Note? Judge(TrialRecord trial, Cell cell) =>
        trial.WarmUp switch
        {
            { Verdict: WarmUpVerdict.Compiling } => Invalid("a side still compiled when the longest warm-up ended"),
            { Verdict: WarmUpVerdict.Slowing } => Invalid("it became ever slower until the longest warm-up ended"),
            _ => null,
        };

    private static Note Invalid(string text) =>
        new("warm-up", AuditVerdict.Invalid, $"{text}; a longer duration or warmup gives it more time");
}
