using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Schema;
using Pingmark.Suites;
using Pingmark.Tests.Results;
using Xunit;

namespace Pingmark.Tests.Suites;

/// <summary>Recorded traffic that a suite plays again.</summary>
public sealed class ReplayTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("0,64\n0.25,64\n0.5,64\n")]
    [InlineData("time_s,bytes\n# of a game\n\n7.5\t64\n7.75\t64\n8\t64")]
    [InlineData("1e-9 64\n0.250000001 64\n0.500000001;64")]
    public void A_line_is_a_message(string lines)
    {
        var scenario = Assert.Single(Load(lines).Cells).Scenario;
        Assert.Equal(new Recording("game.csv", "250000000 250000000 250000000") { MessageBytes = 64 }, scenario.Replay);
        Assert.Equal(
            (4, Arrivals.Replay, 64, 64),
            (scenario.RatePerS, scenario.Arrivals, scenario.MessageBytes, scenario.InFlight)
        );
        Assert.Equal("replay", scenario.LoadName);
        var sent = ScenarioKeys.Fields(Request.Run).Where(field => field.Value(scenario) is not null);
        Assert.Equal(["load", "gaps_ns"], sent.Select(field => field.Name));
    }

    [Fact]
    public void Sizes_may_differ_and_buffers_are_of_the_largest()
    {
        var scenario = Assert.Single(Load("0,64\n0.25,1200\n0.5,8\n").Cells).Scenario;
        Assert.Equal(("64 1200 8", 1200), (scenario.Replay!.SizesBytes, scenario.MessageBytes));
        Assert.Equal((64 + 1200 + 8) / 3.0, scenario.MeanMessageBytes);
        var sent = ScenarioKeys.Fields(Request.Run).Where(field => field.Value(scenario) is not null);
        Assert.Equal(["load", "gaps_ns", "sizes_bytes"], sent.Select(field => field.Name));
        Assert.Contains(", up to 1200 B", ScenarioText.Size(scenario), StringComparison.Ordinal);
        Assert.EndsWith("messages of game.csv have up to 64", Problem("0,64\n1,8", "message_bytes: 64KiB"));
        Assert.EndsWith(
            "payload: json has one size, and messages of game.csv have several",
            Problem("0,64\n1,8", "payload: json")
        );
    }

    [Theory]
    [InlineData("64 1200")]
    [InlineData("64 1201 8")]
    [InlineData("64 1200 x")]
    public void A_plan_of_anybody_has_a_size_for_each_message(string sizes) =>
        Assert.Contains(
            "a size for each message",
            new Recording("game.csv", "1000 1000 1000") { MessageBytes = 1200, SizesBytes = sizes }.Problem
        );

    [Fact]
    public void Without_sizes_the_suite_decides_and_connections_multiply_the_rate()
    {
        var cells = Load("0\n0.5", "message_bytes: 100\nconnections: [1, 3]").Cells;
        Assert.Equal(["c1 r2/s 100B", "c3 r6/s 100B"], cells.Select(cell => cell.Id[(cell.Id.IndexOf(' ') + 1)..]));
    }

    [Fact]
    public void What_is_wrong_in_it_has_its_line() =>
        Assert.All<(string Lines, string Problem)>(
            [
                ("0,64", "game.csv must have 2 to 5000 messages, not 1"),
                ("0,64\n0,64", "must take up to an hour, and a nanosecond a message at least"),
                ("0,64\n3600,64", "must take up to an hour, and a nanosecond a message at least"),
                ("0,64\nsecret,64", "game.csv:2: a line is a time in seconds and a number of bytes, such as 0.016,64"),
                ("0,64\n1,64,3", "game.csv:2: a line is a time in seconds and a number of bytes, such as 0.016,64"),
                ("0,64\n1e300,64", "game.csv:2: a line is a time in seconds and a number of bytes, such as 0.016,64"),
                ("0,64\n1,7", "game.csv:2: its bytes must be 8 to 65536"),
                ("1,64\n0,64", "game.csv:2: its time is before that of the message above"),
                ("0,64\n1", "game.csv:2: no size after 64 bytes: all have one, or none has"),
                ("0\n# so\n1,65", "game.csv:3: 65 bytes after no size: all have one, or none has"),
            ],
            row =>
            {
                var told = Problem(row.Lines);
                Assert.EndsWith(row.Problem, told);
                Assert.Matches(@"suite\.yaml:2:\d+: replay: ", told);
                Assert.DoesNotContain("secret", told);
            }
        );

    [Fact]
    public void What_else_decides_the_messages_is_refused()
    {
        Assert.All<(string Lines, string Problem)>(
            [
                ("rate: 5/s", "replay and rate exclude each other: the rate is that of the recording"),
                ("arrivals: poisson", "replay and arrivals exclude each other"),
                ("message_bytes: 65", "message_bytes must be left out: messages of game.csv have 64"),
                ("test: write-write-read", "replay and test: write-write-read exclude each other"),
            ],
            row => Assert.EndsWith(row.Problem, Problem("0,64\n0.25,64\n0.5,64", row.Lines))
        );
        Assert.EndsWith(
            "arrivals: replay needs replay, the file of a recording",
            Yaml.Problem("rate: 4/s\narrivals: replay")
        );
    }

    [Fact]
    public void It_is_beside_the_suite_and_nowhere_else()
    {
        _folder.Write("recorded/game.csv", "0,64\n1,64");
        Assert.Single(Read("replay: recorded/game.csv").Cells);
        Assert.Single(Read("scenarios: [{name: a, replay: recorded/game.csv}]").Cells);
        foreach (var elsewhere in new[] { "/etc/hostname", "../game.csv", "recorded/../../game.csv" })
            Assert.Contains(
                "replay must be a file beside the suite, or in a folder there",
                Assert.Throws<BadInputException>(() => Read($"replay: {elsewhere}")).Message
            );
        Assert.Contains(
            "no.csv: can't be read: ",
            Assert.Throws<BadInputException>(() => Read("replay: no.csv")).Message
        );
    }

    private Suite Load(string recording, string lines = "")
    {
        _folder.Write("game.csv", recording);
        return Read($"replay: game.csv\n{lines}");
    }

    private Suite Read(string lines) => SuiteFile.Load(_folder.Write("suite.yaml", $"stacks: cpp/tcp-epoll\n{lines}"));

    private string Problem(string recording, string lines = "") =>
        Assert.Throws<BadInputException>(() => Load(recording, lines)).Message;
}
