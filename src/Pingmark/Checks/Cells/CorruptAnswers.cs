using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Checks.Cells;

/// <summary>Finds answers that differ from what was sent: a server that answers something else is not doing the
/// work.</summary>
internal sealed class CorruptAnswers()
    : CellCheck(
        "corrupt-answers",
        "Answers differ from what was sent.",
        "Report it as a fault of the stack: its server is not doing the work."
    )
{
    protected override Finding? FindOne(CellEvidence evidence) =>
        evidence.All().Sum(s => s.Corrupt) is var corrupt and > 0
            ? Invalid(
                "{corrupt} answers differ from what was sent: the server does not do the work, and its figures don't "
                    + "count; report it as a fault of the stack",
                Count("corrupt", corrupt)
            )
            : null;
}
