using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Checks.Cells;

/// <summary>The controller compares the options that workers report with the kernel's own; where it may not, the reader
/// must know that they are the workers' word alone.</summary>
internal sealed class UnseenSockets()
    : CellCheck(
        "unseen-sockets",
        "Socket options are as the workers report them, for the controller may not look at their sockets.",
        "The text tells what forbids it."
    )
{
    protected override Finding? FindOne(CellEvidence evidence) =>
        evidence.Ok.Select(trial => trial.UnseenSockets).FirstOrDefault(why => why is not null) is { } refusal
            ? Note("socket options are as the workers report them: {refusal}", Named("refusal", refusal))
            : null;
}
