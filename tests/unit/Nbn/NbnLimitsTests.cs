using Pingmark.Model;
using Pingmark.Nbn;
using Pingmark.Workers;
using Xunit;

namespace Pingmark.Tests.Nbn;

public class NbnLimitsTests
{
    private static readonly StackDescription Both = new(
        "dotnet/litenetlib",
        "",
        "litenetlib",
        false,
        "",
        IsReliable: true,
        IsUnreliable: true,
        1023,
        65_000,
        2000,
        [],
        [new("tick_rate_hz", "1..1000"), new("native_sockets", "true|false")]
    );
    private static readonly StackDescription Datagrams = Both with
    {
        Stack = "dotnet/udp-spin",
        IsReliable = false,
        MaxReliableMessageBytes = null,
        Options = [],
    };
    private static readonly StackDescription Stream = Both with
    {
        Stack = "dotnet/tcp-async",
        IsUnreliable = false,
        MaxMessageBytes = 65_536,
        MaxReliableMessageBytes = null,
        Options = [],
    };

    private static NbnOptions Options(params string[] given) => new() { Given = given.ToHashSet() };

    private static string Problem(StackDescription stack, NbnOptions options) =>
        Assert.Throws<BadInputException>(() => NbnLimits.Check(stack, options)).Message;

    [Fact]
    public void More_than_a_library_takes_is_refused_with_the_limit()
    {
        var most = Options() with { Clients = 2000, MessageByteSize = 1023 };
        NbnLimits.Check(Both, most);
        Assert.Equal(
            "--clients is 2001, and dotnet/litenetlib takes at most 2000",
            Problem(Both, most with { Clients = 2001 })
        );
        Assert.Equal(
            "--message-byte-size is 1024, and dotnet/litenetlib carries at most 1023 bytes in an unreliable message",
            Problem(Both, most with { MessageByteSize = 1024 })
        );
        var reliable = most with { Transmission = Transmission.Reliable, MessageByteSize = 65_000 };
        NbnLimits.Check(Both, reliable);
        Assert.Equal(
            "--message-byte-size is 65001, and dotnet/litenetlib carries at most 65000 bytes in a reliable message",
            Problem(Both, reliable with { MessageByteSize = 65_001 })
        );
    }

    [Fact]
    public void A_transmission_that_a_library_lacks_is_refused_when_it_was_asked_for()
    {
        var reliable = Options("--transmission") with { Transmission = Transmission.Reliable };
        Assert.Contains("dotnet/udp-spin has no reliable transmission", Problem(Datagrams, reliable));
        Assert.Contains("dotnet/tcp-async has no unreliable transmission", Problem(Stream, Options("--transmission")));
        // The default gives way.
        Assert.Equal(Transmission.Reliable, NbnLimits.TransmissionOf(Stream, Options()));
    }

    [Fact]
    public void Workers_are_sent_what_they_know()
    {
        var options = Options() with
        {
            Clients = 7,
            ParallelMessages = 3,
            MessageByteSize = 64,
            Payload = Payload.Ones,
            ClientTickRate = 30,
            ServerTickRate = 90,
            UseNativeSockets = true,
        };
        var all = NbnLimits.ScenarioOf(Both, options);
        Assert.Equal(
            (7, 3, 64, "ones", "::1", Transmission.Unreliable),
            (all.Connections, all.InFlight, all.MessageBytes, all.Payload, all.Address, all.Transmission)
        );
        Assert.Equal(
            ("30", "90", "true"),
            (
                all.Options.Find("client", "tick_rate_hz"),
                all.Options.Find("server", "tick_rate_hz"),
                all.Options["native_sockets"]
            )
        );
        var plain = NbnLimits.ScenarioOf(Datagrams, options);
        Assert.Null(plain.Transmission);
        Assert.True(plain.Options.IsEmpty);
    }

    [Fact]
    public void What_was_asked_for_and_means_nothing_is_told()
    {
        var options = Options("--client-tick-rate", "--use-native-sockets");
        Assert.Equal(["--client-tick-rate", "--use-native-sockets"], NbnLimits.Unused(Datagrams, options));
        Assert.Empty(NbnLimits.Unused(Both, options));
        Assert.Empty(NbnLimits.Unused(Datagrams, Options()));
        Assert.Empty(NbnLimits.Unused(Both, Options("--gc")));
        Assert.Equal(["--gc"], NbnLimits.Unused(Both with { Stack = "cpp/enet" }, Options("--gc")));
    }
}
