using Pingmark.Wording;

namespace Pingmark.Doctor;

/// <summary>All stacks of a suite are up at once; a worker of .NET took up to 131 MB, one of Java up to 157.</summary>
internal sealed class MemoryFinding : IFinding
{
    private const long Wanted = 2L << 30;

    public Finding Judge(MachineFacts facts)
    {
        if (facts.AvailableBytes is not { } bytes)
            return new("memory", FindingVerdict.Note, "The kernel does not tell how much memory is available.");
        var text = $"{NumberText.Bytes(bytes)} of memory are available";
        return bytes >= Wanted
            ? new("memory", FindingVerdict.Ok, $"{text}.")
            : new(
                "memory",
                FindingVerdict.Warning,
                $"{text}: not all stacks of a suite can be up at once.",
                "end what is not needed, or compare fewer stacks (--stacks)"
            );
    }
}
