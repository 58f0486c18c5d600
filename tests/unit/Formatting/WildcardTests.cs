using System.Net;
using Pingmark.Formatting;
using Xunit;

namespace Pingmark.Tests.Formatting;

public class WildcardTests
{
    [Fact]
    public void Every_interface_is_a_wildcard_however_it_is_written()
    {
        Assert.All<string>(
            ["0.0.0.0", "0", "::", "::%1", "::0.0.0.0", "::ffff:0:0%2"],
            text => Assert.True(IpText.IsWildcard(IPAddress.Parse(text)))
        );
        Assert.All<string>(
            ["127.0.0.1", "::1", "fe80::1%1", "::ffff:127.0.0.1", "ff02::"],
            text => Assert.False(IpText.IsWildcard(IPAddress.Parse(text)))
        );
    }
}
