using System.Net;
using Pingmark.Formatting;
using Xunit;

namespace Pingmark.Tests.Formatting;

public class WildcardTests
{
    [Theory]
    [InlineData("0.0.0.0")]
    [InlineData("::")]
    [InlineData("::%1")]
    [InlineData("::0%1")]
    [InlineData("::0.0.0.0")]
    [InlineData("::ffff:0.0.0.0")]
    [InlineData("::ffff:0:0%2")]
    [InlineData("0")]
    public void Every_interface_is_a_wildcard_however_it_is_written(string text) =>
        Assert.True(IpText.IsWildcard(IPAddress.Parse(text)));

    [Theory]
    [InlineData("127.0.0.1")]
    [InlineData("::1")]
    [InlineData("fe80::1%1")]
    [InlineData("::ffff:127.0.0.1")]
    [InlineData("ff02::")]
    public void One_address_is_none(string text) => Assert.False(IpText.IsWildcard(IPAddress.Parse(text)));
}
