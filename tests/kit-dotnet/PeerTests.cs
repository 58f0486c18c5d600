using System.Net;

namespace Pingmark.Worker.Kit.Tests;

/// <summary>A sender is the same four words, whoever wrote them.</summary>
public class PeerTests
{
    [Theory]
    [InlineData("192.0.2.200:65535")]
    [InlineData("[2001:db8::7]:49152")]
    [InlineData("[fe80::1%3]:7000")]
    public void An_address_is_told_as_it_was(string text)
    {
        var sender = IPEndPoint.Parse(text);
        Assert.Equal(sender, Peer.Of(sender).ToEndPoint());
    }
}
