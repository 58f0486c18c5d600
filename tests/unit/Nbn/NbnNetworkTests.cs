using Pingmark.Impairment;
using Pingmark.Model;
using Pingmark.Nbn;
using Pingmark.Tests.Trials;
using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Nbn;

/// <summary>Clients of NBN reach their server through the network that was opened before it.</summary>
public class NbnNetworkTests
{
    private static readonly Network Wifi = new() { DelayNs = 3_000_000, Engine = NetworkEngine.Relay };

    [Fact]
    public async Task Clients_connect_to_the_network_which_is_shaped_before_and_ends_with_the_server()
    {
        var machine = FakeMachine.With("a");
        var link = new FakeLink();
        var result = await Users.NbnAsync(
            machine,
            new() { DurationS = 1, Network = Wifi },
            network: stack => NetworkPath.Through(stack == "a" ? link : throw new ArgumentException(stack))
        );
        Assert.Equal("127.0.0.9", (string?)machine.Listens[0]["address"]);
        Assert.Equal("127.0.0.8", (string?)machine.Connects[0]["address"]);
        Assert.Equal(Wifi, link.Shaped);
        Assert.Equal(Wifi, result.Cell.Scenario.Network);
        Assert.True(link.HasEnded);
    }

    /// <summary>As a network device's own.</summary>
    private sealed class FakeLink : INetworkLink
    {
        public Network? Shaped { get; private set; }
        public bool HasEnded { get; private set; }
        public string ListenAddress => "127.0.0.9";
        public long Taken => 0;

        public ServerAddress Behind(ServerAddress server) => server with { Host = "127.0.0.8" };

        public void Shape(Network network, int seed) => Shaped = network;

        public NetworkUse Use() => new();

        public void Dispose() => HasEnded = true;
    }
}
