using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Checks.Cells;

/// <summary>Notes that the controller could not compare the options that workers report with the kernel's, so that only
/// the workers say so.</summary>
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
