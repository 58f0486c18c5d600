using Pingmark.Cli;
using Xunit;

namespace Pingmark.Tests.Cli;

/// <summary>Where a probe looks for a server.</summary>
public class ProbeTargetTests
{
    [Theory]
    [InlineData("tcp://127.0.0.1:7", "tcp://127.0.0.1:7")]
    [InlineData("udp://[::1]:7000", "udp://[::1]:7000")]
    public async Task An_address_is_the_only_one(string asked, string name)
    {
        var target = await ProbeTarget.ParseAsync(asked, CancellationToken.None);
        Assert.Equal(name, target.NameOf(Assert.Single(target.Servers)));
    }

    [Fact]
    public async Task A_name_has_each_of_its_addresses_once()
    {
        var target = await ProbeTarget.ParseAsync("tcp://localhost:7", CancellationToken.None);
        Assert.NotEmpty(target.Servers);
        Assert.Equal(target.Servers.Distinct(), target.Servers);
        Assert.All(target.Servers, one => Assert.Equal(7, one.Port));
        Assert.Equal("localhost", target.Host);
    }
}
