using Pingmark.Host;
using Xunit;

namespace Pingmark.Tests.Host;

public class LoopbackTests
{
    [Theory]
    [InlineData(true, "::1")]
    [InlineData(false, "127.0.0.1")]
    [Fault("a machine without IPv6", "run, serve and nbn use 127.0.0.1 in place of ::1, and say so", 0, 2)]
    public void Where_nothing_is_asked_for_a_machine_serves_itself(bool hasIpv6, string address) =>
        Assert.Equal(address, Loopback.Address(hasIpv6));
}
