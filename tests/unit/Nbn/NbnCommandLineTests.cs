using System.Net;
using Pingmark.Model;
using Pingmark.Nbn;
using Xunit;

namespace Pingmark.Tests.Nbn;

public class NbnCommandLineTests
{
    private const string Token = "00112233445566778899aabbccddeeff";

    [Fact]
    public void A_clients_command_is_where_the_server_is() =>
        Assert.Equal(
            "./pingmark nbn -m Client -l dotnet/enet --address ::1 --port 3330",
            NbnCommandLine.BuildForClient(new(), "dotnet/enet", IPEndPoint.Parse("[::1]:3330"), Token)
        );

    [Fact]
    public void With_what_was_given_to_the_server_and_the_token_in_the_environment()
    {
        var options = new NbnOptions
        {
            Address = "192.168.0.10",
            Clients = 20,
            Transmission = Transmission.Reliable,
            Given = new HashSet<string> { "--clients", "--transmission", "--duration" },
        };
        Assert.Equal(
            $"PINGMARK_TOKEN={Token} ./pingmark nbn -m Client -l cpp/enet --address 192.168.0.10 --port "
                + "4000 --transmission Reliable --clients 20",
            NbnCommandLine.BuildForClient(options, "cpp/enet", IPEndPoint.Parse("192.168.0.10:4000"), Token)
        );
    }

    [Fact]
    public void Reproducing_has_what_NBN_does_not_have_and_was_asked_for()
    {
        NbnOptions options = new()
        {
            GcModes = [NbnGc.Server, NbnGc.Workstation],
            NetworkWords = "delay=20ms,loss=1%",
            Given = new HashSet<string> { "--gc", "--network" },
        };
        Assert.EndsWith(
            " --gc server,workstation --network delay=20ms,loss=1%",
            NbnCommandLine.Build(options, ["ENet"])
        );
        options = new() { Placement = ["--server", "ssh:a", "--hosts", "my lab.yaml", "--clients", "ssh:b"] };
        Assert.EndsWith(
            " --server ssh:a --hosts 'my lab.yaml' --clients ssh:b",
            NbnCommandLine.Build(options, ["ENet"])
        );
    }

    [Fact]
    public void Reproducing_takes_every_option() =>
        Assert.Equal(
            "./pingmark nbn --execution-mode Complete --test PingPong --transmission Unreliable "
                + "--library ENet,Kcp2k --duration 1.5 --port 3330 --clients 500 --parallel-messages 1 "
                + "--message-byte-size 32 --message-payload Random --client-tick-rate 60 --server-tick-rate "
                + "60",
            NbnCommandLine.Build(new() { DurationS = 1.5 }, ["ENet", "Kcp2k"])
        );
}
