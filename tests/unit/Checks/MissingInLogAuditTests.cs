using Pingmark.Checks;
using Pingmark.Checks.Cells;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Checks;

public class MissingInLogAuditTests
{
    private static readonly MissingInLog Audit = new();

    [Fact]
    public void Messages_that_found_no_room_are_told() =>
        Audit.Says(
            "missing-in-log note",
            Trial.Evidence(Trial.Rounds(2, n => Trial.Of(Trial.Window()) with { NotLogged = 3 * n })),
            "9 messages found no room in the log, and are missing there"
        );

    [Fact]
    public void Of_a_whole_log_and_of_none_nothing_is_said()
    {
        Audit.IsSilent(Trial.Evidence(Trial.Rounds(2, _ => Trial.Of(Trial.Window()) with { NotLogged = 0 })));
        Audit.IsSilent(Trial.Evidence(Trial.Rounds(2, _ => Trial.Of(Trial.Window()))));
    }
}
