using Pingmark.Checks;
using Pingmark.Checks.Cells;
using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Checks;

public class LostMessagesAuditTests
{
    private static readonly LostMessages Audit = new();

    private static CellEvidence Of(Transmission transmission, CountedWindow window) =>
        Trial.OfCell(Trial.Cell(), [Trial.Of(window) with { Transmission = transmission }]);

    [Fact]
    public void Reliably_nothing_may_be_lost() =>
        Audit.Says(
            "lost-messages invalid",
            Of(Transmission.Reliable, Trial.Window() with { Lost = 1 }),
            "1 of 10000 messages lost (0.01 %), 0 answered after the timeout, 0 answered twice, of a reliable "
                + "transmission"
        );

    [Fact]
    public void Unreliably_the_reader_is_told_how_much_was() =>
        Audit.Says("lost-messages warning", Of(Transmission.Unreliable, Trial.Window() with { Lost = 250 }), "(2.5 %)");

    [Fact]
    public void Late_and_double_answers_are_told_too()
    {
        Audit.Says(
            "lost-messages warning",
            Of(Transmission.Unreliable, Trial.Window() with { Late = 3 }),
            "3 answered after"
        );
        Audit.Says(
            "lost-messages invalid",
            Of(Transmission.Reliable, Trial.Window() with { Duplicated = 4 }),
            "4 answered twice"
        );
    }

    [Fact]
    public void Slices_and_all_rounds_count() =>
        Audit.Says(
            "lost-messages invalid",
            Trial.Evidence(
                Trial.Rounds(2, _ => Trial.Of(Trial.Window() with { Lost = 1 }, Trial.Window() with { Lost = 2 }))
            ),
            "6 of 40000"
        );

    [Fact]
    public void Where_all_arrived_there_is_nothing_to_say() =>
        Audit.IsSilent(Of(Transmission.Unreliable, Trial.Window()));
}
