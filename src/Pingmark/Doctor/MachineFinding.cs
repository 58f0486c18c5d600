using Pingmark.Checks;
using Pingmark.Model;

namespace Pingmark.Doctor;

/// <summary>What a check found of one thing that figures depend on.</summary>
/// <param name="Text">The finding in one sentence.</param>
/// <param name="Mend">What to do about it; empty when there is nothing to be done.</param>
public sealed record MachineFinding(string Id, AuditVerdict Verdict, string Text, string Mend)
{
    /// <summary>The findings of all checks, in the order of the report.</summary>
    internal static IReadOnlyList<MachineFinding> Judge(MachineFacts facts) =>
        CheckList
            .OfMachines.SelectMany(check => check.Judge(facts))
            .Select(found => new MachineFinding(found.Check.Id, found.Verdict, found.Sentence.Text, found.Mend))
            .ToList();
}
