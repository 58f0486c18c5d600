using Pingmark.Wording;

namespace Pingmark.Doctor;

/// <summary>Time that the hypervisor gave to others while this machine wanted to run.</summary>
internal sealed class StealFinding : IFinding
{
    private const double Felt = 0.005,
        Harmful = 0.02;

    public Finding Judge(MachineFacts facts)
    {
        if (facts.Noise is not { StealShare: var share })
            return new("steal", FindingVerdict.Note, "Not measured, for the noise was not.");
        var text = $"The hypervisor kept {NumberText.Percent(share)} of the CPU time that was wanted.";
        const string mend = "measure at a quieter time, or on a dedicated machine";
        return share switch
        {
            <= Felt => new("steal", FindingVerdict.Ok, text),
            <= Harmful => new("steal", FindingVerdict.Note, text, mend),
            _ => new("steal", FindingVerdict.Warning, text, mend),
        };
    }
}
