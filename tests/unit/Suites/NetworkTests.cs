using System.Text.RegularExpressions;
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
    public void What_is_not_asked_for_is_nothing()
    {
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
        Assert.Null(Only(""));
    }

    [Fact]
    public void A_profile_is_all_of_it_and_can_be_changed_in_part()
    {
        var wifi = NetworkProfiles.Find("wifi")! with { Duplicate = 0, Reorder = 0 };
        Assert.Equal(wifi, Only("network: wifi"));
        Assert.Equal(wifi, Only("network: {profile: wifi}"));
        Assert.Equal(wifi with { Loss = 0.03 }, Only("network: {profile: wifi, loss: 3%}"));
        Assert.Equal(0.03, Yaml.With("network: wifi", "network.loss=3%").Cells[0].Scenario.Network!.Loss);
    }

    [Fact]
    public void Lists_are_a_matrix()
    {
        Assert.Equal(
            ["c1 f1 32B 5ms loss0%", "c1 f1 32B 5ms loss10%", "c1 f1 32B 50ms loss0%", "c1 f1 32B 50ms loss10%"],
            Yaml.Scenarios("network: {delay: [5ms, 50ms], loss: [0%, 10%]}")
        );
        Assert.Equal(["c1 f1 32B lan", "c1 f1 32B 4g"], Yaml.Scenarios("network: [lan, 4g]"));
        Assert.Equal(["c1 f1 32B lan", "c1 f1 32B 4g"], Yaml.Scenarios("", "network=lan,4g"));
        Assert.Equal(["c1 f1 32B loss0%", "c1 f1 32B loss5%"], Yaml.Scenarios("", "network.loss=0%,5%"));
        Assert.Equal(
            [
                "c1 f1 32B loss2% lossburst2",
                "c1 f1 32B loss2% lossburst9",
                "c1 f1 32B loss5% lossburst2",
                "c1 f1 32B loss5% lossburst9",
            ],
            Yaml.Scenarios("network: {loss: [2%, 5%], loss_burst: [2, 9]}")
        );
        Assert.Equal(
            ["c1 f1 32B between0%", "c1 f1 32B between0.1%"],
            Yaml.Scenarios("network: {loss: 2%, loss_burst: 5, loss_in_bursts: 70%, loss_between: [0%, 0.1%]}")
        );
    }

    [Fact]
    public void Scenarios_have_their_own() =>
        Assert.Equal(
            [3 * MsNs, 7 * MsNs, null],
            Yaml.With("scenarios:\n- {name: a, network: wifi}\n- {name: b, network: {delay: 7ms}}\n- {name: c}")
                .Cells.Select(cell => cell.Scenario.Network?.DelayNs)
        );

    [Fact]
    public void A_mistake_is_told_with_its_place() =>
        Assert.All<(string Yaml, string Problem)>(
            [
                ("network: wify", "network.profile must be lan, wifi, 4g, satellite, bad-hotel, not 'wify'; did you"),
                ("network: {delay: 6s}", "network.delay must be 0 ns to 5 s, not '6s'"),
                ("network: {loss: 60%}", "network.loss must be 0 % to 50 %, not '60%'"),
                ("network: {loss_burst: 5}", "network.loss_burst needs a network.loss of more than 0 %"),
                ("network: {loss: [0%, 2%], loss_burst: 5}", "network.loss_burst needs a network.loss of more than"),
                ("network: {loss: 2%, loss_burst: 0}", "network.loss_burst must be 1 to 1000, not '0'"),
                ("network: {loss: 2%, loss_in_bursts: 70%}", "network.loss_in_bursts needs a network.loss_burst"),
                ("network: {loss: 2%, loss_between: 1%}", "network.loss_between needs a network.loss_burst"),
                ("network: {loss: 20%, loss_burst: 5, loss_in_bursts: 20%}", "loss_in_bursts 20 % is not more than"),
                ("network: {loss: 2%, loss_burst: 5, loss_between: 3%}", "loss_between 3 % is not less than"),
                ("network: {loss: 50%, loss_burst: 2, loss_in_bursts: 60%}", "loss_burst 2 is too short for"),
                ("network: {loss: 2%, loss_burst: 5, loss_in_bursts: 101%}", "must be 0 % to 100 %"),
                ("network: {rate: 10}", "network.rate needs a unit: '10' could be 10bit, 10kbit, 10Mbit or 10Gbit"),
                ("network: {rate: 10Mbps}", "network.rate has the unknown unit 'Mbps' in '10Mbps'; did you mean"),
                ("network: {rate: 10Gbit}", "network.rate must be 8 kbit to 1 Gbit, not '10Gbit'"),
                ("network: {delay: 5ms, jitter: 6ms}", "network.jitter 6 ms is more than network.delay, 5 ms"),
                ("network:", "network must be a mapping with profile, delay,"),
            ],
            row => Assert.Matches($@"^x\.yaml:\d+:\d+: .*{Regex.Escape(row.Problem)}", Yaml.Problem(row.Yaml))
        );

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
    [InlineData("lag=5ms", "--network has the unknown key 'lag'")]
    [InlineData("delay=1ms,jitter=2ms", "is more than network.delay")]
    public void And_says_what_is_wrong_there(string text, string problem) =>
        Assert.Contains(problem, Assert.Throws<BadInputException>(() => NetworkKeys.Read(text, "--network")).Message);

    [Fact]
    public void People_read_what_it_is()
    {
        Assert.Equal(
            "bad-hotel (60 ms ± 30 ms, 3 % lost, 0.2 % twice, 1 % overtaken, 2 Mbit)",
            NetworkKeys.Text(NetworkProfiles.Find("bad-hotel")!)
        );
        Assert.Equal("20 ms, 2 % lost in bursts of 5, 1 % overtaken", OfBursts("delay=20ms,reorder=1%"));
        Assert.Equal(
            "0 ns, 2 % lost in bursts of 5 (70 % within, 0.1 % between)",
            OfBursts("loss_in_bursts=70%,loss_between=0.1%")
        );
        Assert.Equal("0 ns, 2 % lost in bursts of 5 (70 % within)", OfBursts("loss_in_bursts=70%"));
        Assert.Equal("0 ns, 2 % lost in bursts of 5 (0.1 % between)", OfBursts("loss_between=0.1%"));
        Assert.Equal("0 ns, 2 % lost in bursts of 5", OfBursts("loss_between=0%"));
        static string OfBursts(string words) =>
            NetworkKeys.Text(NetworkKeys.Read($"loss=2%,loss_burst=5,{words}", "--network"));
    }

    private static Network? Only(string yaml) => Assert.Single(Yaml.With(yaml).Cells).Scenario.Network;
}
