using Pingmark.Wording;

namespace Pingmark.Doctor;

/// <summary>What processes that are not ours took of the cores while the noise was measured.</summary>
internal sealed class NeighboursFinding : IFinding
{
    private const double Felt = 0.02,
        Harmful = 0.1;

    public Finding Judge(MachineFacts facts)
    {
        if (facts.Noise is not { ForeignShare: var share })
            return new("neighbours", FindingVerdict.Note, "Not measured, for the noise was not.");
        var text = $"Other processes used {NumberText.Percent(share)} of the cores.";
        const string mend = "`top` shows them; end them, or keep server and client on cores of their own (pin)";
        return share switch
        {
            <= Felt => new("neighbours", FindingVerdict.Ok, text),
            <= Harmful => new("neighbours", FindingVerdict.Note, text, mend),
            _ => new("neighbours", FindingVerdict.Warning, text, mend),
        };
    }
}
