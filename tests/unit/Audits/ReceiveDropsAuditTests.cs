using Pingmark.Audits;
using Pingmark.Results;
using Pingmark.Tests.Results;
using Xunit;

namespace Pingmark.Tests.Audits;

public class ReceiveDropsAuditTests
{
    private static readonly IAudit Audit = new ReceiveDrops();

    [Fact]
    public void Dropped_datagrams_of_all_rounds_are_told() =>
        Audit.Says("receive-drops warning", Trial.Evidence(Trial.Rounds(3, _ => Trial.Of(Trial.Stretch() with { UdpReceiveDrops = 7 }))), "21 datagrams found no room");

    [Fact]
    public void None_need_no_word() => Audit.IsSilent(Trial.Evidence(Trial.Of(Trial.Stretch())));
}
