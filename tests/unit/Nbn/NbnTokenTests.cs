using Pingmark.Nbn;
using Xunit;

namespace Pingmark.Tests.Nbn;

public class NbnTokenTests
{
    private const string Given = "0123456789ABCDEF0123456789abcdef";

    [Theory]
    [InlineData("::1")]
    [InlineData("127.3.2.1")]
    public void On_loopback_none_is_asked_for(string address)
    {
        Assert.Equal(new string('0', 32), NbnToken.ForServer(address));
        Assert.Equal(NbnToken.ForServer(address), NbnToken.ForClient(address, null));
        Assert.Equal(NbnToken.ForServer(address), NbnToken.ForClient(address, Given));
    }

    [Fact]
    public void Elsewhere_every_server_has_a_new_one_of_128_bits()
    {
        const string Address = "192.168.0.10";
        Assert.Matches("^[0-9a-f]{32}$", NbnToken.ForServer(Address));
        Assert.NotEqual(NbnToken.ForServer(Address), NbnToken.ForServer(Address));
        Assert.Equal(Given.ToLowerInvariant(), NbnToken.ForClient(Address, Given));
    }

    [Theory]
    [InlineData(null, "copy the line that it printed, which begins with PINGMARK_TOKEN=")]
    [InlineData("", "copy the line that it printed")]
    [InlineData("0123456789abcdef0123456789abcdeg", "PINGMARK_TOKEN must be 32 hexadecimal digits")]
    public void A_client_without_a_good_one_is_told_where_it_is(string? given, string said) =>
        Assert.Contains(
            said,
            Assert.Throws<BadInputException>(() => NbnToken.ForClient("192.168.0.10", given)).Message
        );
}
