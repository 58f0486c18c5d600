using Pingmark.Host;
using Pingmark.Model;
using Xunit;

namespace Pingmark.Tests.Host;

public sealed class NetworkCountersTests
{
    private const string Sockets = "TCP: inuse 6 orphan 0 tw 1234 alloc 8 mem 0";

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
    public void Dropped_datagrams_of_both_families_count_as_far_as_the_kernel_tells_them()
    {
        string[] ofIPv6 = ["Udp6InErrors   \t9", "Udp6RcvbufErrors    \t4", "UdpLite6RcvbufErrors 66"];
        Assert.Equal(11, UdpDrops.Read([.. Snmp, .. ofIPv6]));
        Assert.Equal(7, UdpDrops.Read(Snmp));
        Assert.Equal(0, UdpDrops.Read(["Udp: InDatagrams", "Udp: 100"]));
        Assert.True(UdpDrops.Read() >= 0);
    }

    [Fact]
    public void Ports_and_sockets_that_wait_are_read() =>
        Assert.Equal(
            new PortUse(1234, 28_232, 2),
            LocalPorts.Read("32768\t60999\n", "2\n", ["sockets: used 25", Sockets, "UDP: inuse 1 mem 0"])
        );

    [Fact]
    public void What_the_kernel_does_not_tell_is_not_known() =>
        Assert.All<(string Range, string Reuse, string Line)>(
            [
                ("32768", "2", Sockets),
                ("32768 x", "2", Sockets),
                ("32768 60999", "", Sockets),
                ("32768 60999", "2", "TCP: inuse 6 tw"),
                ("32768 60999", "2", "UDP: inuse 1 mem 0"),
            ],
            row => Assert.Null(LocalPorts.Read(row.Range, row.Reuse, [row.Line]))
        );
}
