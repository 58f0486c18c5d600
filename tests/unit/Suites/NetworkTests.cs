using Pingmark.Model;
using Pingmark.Schema;
using Xunit;

namespace Pingmark.Tests.Suites;

/// <summary>The network of a suite: one key by another, by a profile, or both.</summary>
public sealed class NetworkTests
{
    private const long MsNs = 1_000_000;

    [Fact]
    public void Every_key_has_its_unit() =>
        Assert.Equal(
            new()
            {
                DelayNs = 20 * MsNs,
                JitterNs = 5 * MsNs,
                Loss = 0.01,
                LossBurst = 5,
                Duplicate = 0.001,
                Reorder = 0.01,
                RateBitsPerS = 10_000_000,
                Engine = NetworkEngine.Relay,
            },
            Only(
                "network: {delay: 20ms, jitter: 5ms, loss: 1%, loss_burst: 5, duplicate: 0.1%, reorder: 1%, "
                    + "rate: 10Mbit, engine: relay}"
            )
        );

    [Fact]
    public void What_is_not_asked_for_is_nothing() =>
        Assert.Equal(
            new()
            {
                DelayNs = 0,
                JitterNs = 0,
                Loss = 0.05,
                Duplicate = 0,
                Reorder = 0,
            },
            Only("network: {loss: 5%}")
        );

    [Fact]
    public void Without_a_network_there_is_none() => Assert.Null(Yaml.With("").Cells[0].Scenario.Network);

    [Theory]
    [InlineData("network: wifi")]
    [InlineData("network: {profile: wifi}")]
    public void A_profile_is_all_of_it(string yaml)
    {
        var wifi = NetworkProfiles.Find("wifi")!;
        Assert.Equal(wifi with { Duplicate = 0, Reorder = 0 }, Only(yaml));
    }

    [Fact]
    public void A_profile_can_be_changed_in_part()
    {
        var network = Only("network: {profile: wifi, loss: 3%}")!;
        Assert.Equal(("wifi", 0.03, 3 * MsNs), (network.Profile, network.Loss, network.DelayNs));
        Assert.Equal(0.03, Yaml.With("network: wifi", "network.loss=3%").Cells[0].Scenario.Network!.Loss);
    }

    [Fact]
    public void Lists_are_a_matrix()
    {
        Assert.Equal(
            ["c1 f1 32B 5ms loss0%", "c1 f1 32B 5ms loss10%", "c1 f1 32B 50ms loss0%", "c1 f1 32B 50ms loss10%"],
            Ids("network: {delay: [5ms, 50ms], loss: [0%, 10%]}")
        );
        Assert.Equal(["c1 f1 32B lan", "c1 f1 32B 4g"], Ids("network: [lan, 4g]"));
        Assert.Equal(["c1 f1 32B lan", "c1 f1 32B 4g"], Ids("", "network=lan,4g"));
        Assert.Equal(["c1 f1 32B loss0%", "c1 f1 32B loss5%"], Ids("", "network.loss=0%,5%"));
        Assert.Equal(
            [
                "c1 f1 32B loss2% lossburst2",
                "c1 f1 32B loss2% lossburst9",
                "c1 f1 32B loss5% lossburst2",
                "c1 f1 32B loss5% lossburst9",
            ],
            Ids("network: {loss: [2%, 5%], loss_burst: [2, 9]}")
        );
        Assert.Equal(
            ["c1 f1 32B between0%", "c1 f1 32B between0.1%"],
            Ids("network: {loss: 2%, loss_burst: 5, loss_in_bursts: 70%, loss_between: [0%, 0.1%]}")
        );
    }

    [Fact]
    public void Scenarios_have_their_own() =>
        Assert.Equal(
            [3 * MsNs, 7 * MsNs, null],
            Yaml.With("scenarios:\n- {name: a, network: wifi}\n- {name: b, network: {delay: 7ms}}\n- {name: c}")
                .Cells.Select(cell => cell.Scenario.Network?.DelayNs)
        );

    [Theory]
    [InlineData(
        "network: wify",
        "network.profile must be lan, wifi, 4g, satellite, bad-hotel, not 'wify'; did you mean"
    )]
    [InlineData("network: {dleay: 5ms}", "unknown key 'dleay' in network; did you mean 'delay'?")]
    [InlineData("network: {delay: 20}", "network.delay needs a unit: '20' could be")]
    [InlineData("network: {delay: 6s}", "network.delay must be 0 ns to 5 s, not '6s'")]
    [InlineData("network: {loss: 60%}", "network.loss must be 0 % to 50 %, not '60%'")]
    [InlineData("network: {loss: lots}", "network.loss must be a share such as 2%, not 'lots'")]
    [InlineData("network: {loss_burst: 5}", "network.loss_burst needs a network.loss of more than 0 %")]
    [InlineData("network: {loss: [0%, 2%], loss_burst: 5}", "network.loss_burst needs a network.loss of more than 0 %")]
    [InlineData("network: {loss: 2%, loss_burst: 0}", "network.loss_burst must be 1 to 1000, not '0'")]
    [InlineData("network: {loss: 2%, loss_in_bursts: 70%}", "network.loss_in_bursts needs a network.loss_burst")]
    [InlineData("network: {loss: 2%, loss_between: 1%}", "network.loss_between needs a network.loss_burst")]
    [InlineData(
        "network: {loss: 20%, loss_burst: 5, loss_in_bursts: 20%}",
        "network.loss_in_bursts 20 % is not more than network.loss 20 %, that of all packets"
    )]
    [InlineData(
        "network: {loss: 2%, loss_burst: 5, loss_between: 3%}",
        "network.loss_between 3 % is not less than network.loss 2 %, that of all packets"
    )]
    [InlineData(
        "network: {loss: 50%, loss_burst: 2, loss_in_bursts: 60%}",
        "network.loss_burst 2 is too short for network.loss 50 %: bursts would touch"
    )]
    [InlineData(
        "network: {loss: 2%, loss_burst: 5, loss_in_bursts: 101%}",
        "network.loss_in_bursts must be 0 % to 100 %"
    )]
    [InlineData("network: {rate: 10}", "network.rate needs a unit: '10' could be 10bit, 10kbit, 10Mbit or 10Gbit")]
    [InlineData(
        "network: {rate: 10Mbps}",
        "network.rate has the unknown unit 'Mbps' in '10Mbps'; did you mean '10Mbit'?"
    )]
    [InlineData("network: {rate: 10Gbit}", "network.rate must be 8 kbit to 1 Gbit, not '10Gbit'")]
    [InlineData("network: {delay: 5ms, jitter: 6ms}", "network.jitter 6 ms is more than network.delay, 5 ms")]
    [InlineData("network: {engine: netem}", "network.engine must be auto, relay, tun, not 'netem'")]
    [InlineData("network:", "network must be a mapping with profile, delay,")]
    public void A_mistake_is_told_with_its_place(string yaml, string problem)
    {
        var told = Yaml.Problem(yaml);
        Assert.Contains(problem, told);
        Assert.Matches(@":\d+:\d+: ", told);
    }

    [Theory]
    [InlineData("satellite", 280, 0.005)]
    [InlineData("delay=20ms,loss=1%", 20, 0.01)]
    [InlineData("satellite, loss=2%", 280, 0.02)]
    public void The_command_line_has_it_on_one_line(string text, int delayMs, double loss)
    {
        var network = NetworkKeys.Read(text, "--network");
        Assert.Equal((delayMs * MsNs, loss), (network.DelayNs, network.Loss));
    }

    [Theory]
    [InlineData("wlan", "--network must be lan,")]
    [InlineData("delay=5", "--network delay needs a unit")]
    [InlineData("lag=5ms", "--network has the unknown key 'lag'")]
    [InlineData("delay=1ms,jitter=2ms", "is more than network.delay")]
    [InlineData("lan,loss_burst=2", "network.loss_burst needs a network.loss")]
    public void And_says_what_is_wrong_there(string text, string problem) =>
        Assert.Contains(problem, Assert.Throws<BadInputException>(() => NetworkKeys.Read(text, "--network")).Message);

    [Fact]
    public void People_read_what_it_is() =>
        Assert.Equal(
            "bad-hotel (60 ms ± 30 ms, 3 % lost, 0.2 % twice, 1 % overtaken, 2 Mbit)",
            NetworkKeys.Text(NetworkProfiles.Find("bad-hotel")!)
        );

    [Fact]
    public void And_whether_losses_come_in_bursts() =>
        Assert.Equal(
            "20 ms, 2 % lost in bursts of 5, 1 % overtaken",
            NetworkKeys.Text(NetworkKeys.Read("delay=20ms,loss=2%,loss_burst=5,reorder=1%", "--network"))
        );

    [Theory]
    [InlineData("loss_in_bursts=70%,loss_between=0.1%", " (70 % within, 0.1 % between)")]
    [InlineData("loss_in_bursts=70%", " (70 % within)")]
    [InlineData("loss_between=0.1%", " (0.1 % between)")]
    [InlineData("loss_between=0%", "")]
    public void And_what_is_lost_within_bursts_and_between_them(string text, string told) =>
        Assert.Equal(
            $"0 ns, 2 % lost in bursts of 5{told}",
            NetworkKeys.Text(NetworkKeys.Read($"loss=2%,loss_burst=5,{text}", "--network"))
        );

    private static Network? Only(string yaml) => Assert.Single(Yaml.With(yaml).Cells).Scenario.Network;

    private static IEnumerable<string> Ids(string yaml, params string[] set) =>
        Yaml.With(yaml, set).Cells.Select(cell => cell.Id[(cell.Id.IndexOf(' ') + 1)..]);
}
