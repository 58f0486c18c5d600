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
    public void Both_families_count() =>
        Assert.Equal(
            11,
            UdpDrops.Read(Snmp, ["Udp6InErrors   \t9", "Udp6RcvbufErrors    \t4", "UdpLite6RcvbufErrors 66"])
        );

    [Fact]
    public void A_machine_without_IPv6_counts_what_it_has() => Assert.Equal(7, UdpDrops.Read(Snmp, []));

    [Fact]
    public void A_kernel_without_the_counter_counts_nothing() =>
        Assert.Equal(0, UdpDrops.Read(["Udp: InDatagrams", "Udp: 100"], []));

    [Fact]
    public void This_machine_has_it() => Assert.True(UdpDrops.Read() >= 0);
}
