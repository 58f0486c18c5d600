using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Checks.Cells;

/// <summary>Finds messages that are missing in the log, whose size is decided before their number is known.</summary>
internal sealed class MissingInLog()
    : CellCheck(
        "missing-in-log",
        "The log of messages had no room for all of them.",
        "Shorten duration: a log has room for twice as many messages as the warm-up's rate brings."
    )
{
    protected override Finding? FindOne(CellEvidence evidence) =>
        evidence.Ok.Sum(trial => trial.NotLogged ?? 0) is > 0 and var missing
            ? Note(
                "{missing} messages found no room in the log, and are missing there: shorten duration",
                Count("missing", missing)
            )
            : null;
}
