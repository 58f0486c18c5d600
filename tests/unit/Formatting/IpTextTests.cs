using System.Net;
using Pingmark.Formatting;
using Xunit;

namespace Pingmark.Tests.Formatting;

public class IpTextTests
{
    [Theory]
    [InlineData("::1")]
    [InlineData("127.0.0.1")]
    [InlineData("2001:DB8::0001")]
    [InlineData("fe80::1%1")]
    public void Addresses_are_read(string text) => Assert.Equal(IPAddress.Parse(text), IpText.Read(text, "--address"));

    [Theory]
    [InlineData("[::1]:80")]
    [InlineData("[::1]")]
    [InlineData("1")]
    [InlineData("0x7f.1")]
    [InlineData("127.1")]
    [InlineData("010.0.0.1")]
    [InlineData("127.0.0.1:80")]
    [InlineData("localhost")]
    [InlineData("")]
    [Fault("an address that is none: [::1]:80, 1, 0x7f.1, 010.0.0.1", "refused by all commands and suites", 2, 2)]
    public void Anything_else_is_refused(string text) =>
        Assert.Equal(
            $"--address must be an IP address such as ::1 or 127.0.0.1, not '{text}'",
            Assert.Throws<BadInputException>(() => IpText.Read(text, "--address")).Message
        );
}
