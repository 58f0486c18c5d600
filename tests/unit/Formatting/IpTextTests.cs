using System.Net;
using Pingmark.Formatting;
using Xunit;

namespace Pingmark.Tests.Formatting;

public class IpTextTests
{
    [Fact]
    public void Addresses_are_read() =>
        Assert.All<string>(
            ["127.0.0.1", "2001:DB8::0001", "fe80::1%1"],
            text => Assert.Equal(IPAddress.Parse(text), IpText.Read(text, "--address"))
        );

    [Fact]
    public void Anything_else_is_refused() =>
        Assert.All<string>(
            ["[::1]:80", "[::1]", "1", "0x7f.1", "010.0.0.1", "127.0.0.1:80", "localhost", ""],
            text =>
                Assert.Equal(
                    $"--address must be an IP address such as ::1 or 127.0.0.1, not '{text}'",
                    Assert.Throws<BadInputException>(() => IpText.Read(text, "--address")).Message
                )
        );
}
