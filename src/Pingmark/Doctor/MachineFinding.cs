using Pingmark.Checks;
using Pingmark.Checks.Machines;
using Pingmark.Model;

namespace Pingmark.Doctor;

/// <summary>One thing that figures depend on, as this machine has it.</summary>
/// <param name="Text">One sentence.</param>
/// <param name="Mend">What to do about it; empty when there is nothing to be done.</param>
public sealed record MachineFinding(string Id, AuditVerdict Verdict, string Text, string Mend)
{
    /// <summary>One of each check, in the order of the report.</summary>
    internal static IReadOnlyList<MachineFinding> Of(MachineFacts facts) =>
        CheckList
            .OfMachines.SelectMany(check => check.Judge(facts))
            .Select(found => new MachineFinding(found.Check.Id, found.Verdict, found.Sentence.Text, found.Mend))
            .ToList();
}
