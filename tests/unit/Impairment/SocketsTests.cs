using System.Net;
using System.Net.NetworkInformation;
using Pingmark.Impairment;
using Xunit;

namespace Pingmark.Tests.Impairment;

/// <summary>Where a relay listens: clients of a server on this machine may be on another one.</summary>
public sealed class SocketsTests
{
    [Fact]
    public void Before_a_server_elsewhere_it_is_on_loopback() =>
        Assert.All<(string Server, string Front)>(
            [
                ("127.0.0.1", "127.0.0.1"),
                ("127.0.0.7", "127.0.0.7"),
                ("::1", "::1"),
                ("192.0.2.1", "127.0.0.1"),
                ("2001:db8::1", "::1"),
            ],
            row => Assert.Equal(IPAddress.Parse(row.Front), Sockets.FrontFor(IPAddress.Parse(row.Server)))
        );

    [Fact]
    public void Before_a_server_here_it_is_where_the_server_is() =>
        Assert.All(
            NetworkInterface
                .GetAllNetworkInterfaces()
                .SelectMany(it => it.GetIPProperties().UnicastAddresses)
                .Select(it => it.Address),
            own => Assert.Equal(own, Sockets.FrontFor(own))
        );
}
