using Pingmark.Model;

namespace Pingmark.Checks.Machines;

/// <summary>Checks that memory is free for all stacks of a suite at once; a .NET worker took up to 131 MB, a Java
/// worker up to 157.</summary>
internal sealed class FreeMemory()
    : MachineCheck(
        "memory",
        "There is too little memory to have all stacks of a suite up at once.",
        "End what is not needed, or compare fewer stacks (`--stacks`)."
    )
{
    private const long WantedBytes = 2L << 30;

    protected override Finding? FindOne(MachineFacts facts)
    {
        if (facts.AvailableBytes is not { } bytes)
            return Note("The kernel does not tell how much memory is available.");
        const string text = "{available} of memory are available";
        return bytes >= WantedBytes
            ? Ok($"{text}.", Bytes("available", bytes))
            : Warning($"{text}: not all stacks of a suite can be up at once.", Bytes("available", bytes)) with
            {
                Mend = "end what is not needed, or compare fewer stacks (--stacks)",
            };
    }
}
