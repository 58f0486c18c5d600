using Pingmark.Checks;
using Pingmark.Checks.Cells;
using Pingmark.Evidence;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Checks;

public class ReceiveDropsAuditTests
{
    private static readonly ReceiveDrops Audit = new();

    [Fact]
    public void Dropped_datagrams_of_all_rounds_are_told() =>
        Audit.Says("receive-drops warning", Of("x/udp-a"), "21 datagrams found no room");

    [Theory]
    [InlineData("x/tcp-a")]
    [InlineData("x/lib-ssl")]
    public void Those_of_others_do_not_concern_tcp(string stack) => Audit.IsSilent(Of(stack));

    private static CellEvidence Of(string stack) =>
        Trial.OfCell(
            Trial.Cell(stack),
            Trial.Rounds(3, _ => Trial.Of(Trial.Window() with { UdpReceiveDrops = 7 })).ToList()
        );

    [Fact]
    public void None_need_no_word() => Audit.IsSilent(Trial.Evidence(Trial.Of(Trial.Window())));
}
