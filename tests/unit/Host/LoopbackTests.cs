using Pingmark.Host;
using Xunit;

namespace Pingmark.Tests.Host;

public class LoopbackTests
{
    [Fact]
    public void Where_nothing_is_asked_for_a_machine_serves_itself() =>
        Assert.Equal(("::1", "127.0.0.1"), (Loopback.Address(hasIpv6: true), Loopback.Address(hasIpv6: false)));
}
