using Pingmark.Audits;
using Pingmark.Evidence;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Audits;

public class ReceiveDropsAuditTests
{
    private static readonly IAudit Audit = new ReceiveDrops();

    [Fact]
    public void Dropped_datagrams_of_all_rounds_are_told() =>
        Audit.Says("receive-drops warning", Of("x/udp-a"), "21 datagrams found no room");

    [Theory]
    [InlineData("x/tcp-a")]
    [InlineData("x/lib-ssl")]
    public void Those_of_others_do_not_concern_tcp(string stack) => Audit.IsSilent(Of(stack));

    private static CellEvidence Of(string stack) =>
        new(Trial.Cell(stack), Trial.Rounds(3, _ => Trial.Of(Trial.Stretch() with { UdpReceiveDrops = 7 })).ToList());

    [Fact]
    public void None_need_no_word() => Audit.IsSilent(Trial.Evidence(Trial.Of(Trial.Stretch())));
}
