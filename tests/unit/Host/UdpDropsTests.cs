using Pingmark.Host;
using Xunit;

namespace Pingmark.Tests.Host;

public class UdpDropsTests
{
    private static readonly string[] Snmp =
    [
        "Tcp: RtoAlgorithm RtoMin",
        "Tcp: 1 200",
        "Udp: InDatagrams NoPorts InErrors OutDatagrams RcvbufErrors SndbufErrors",
        "Udp: 100 3 9 200 7 1",
        "UdpLite: InDatagrams RcvbufErrors",
        "UdpLite: 0 55",
    ];

    [Fact]
    public void Both_families_count_as_far_as_the_kernel_tells_them()
    {
        string[] ofIPv6 = ["Udp6InErrors   \t9", "Udp6RcvbufErrors    \t4", "UdpLite6RcvbufErrors 66"];
        Assert.Equal(11, UdpDrops.Read(Snmp, ofIPv6));
        Assert.Equal(7, UdpDrops.Read(Snmp, []));
        Assert.Equal(0, UdpDrops.Read(["Udp: InDatagrams", "Udp: 100"], []));
        Assert.True(UdpDrops.Read() >= 0);
    }
}
