using System.Text.Json;

namespace Pingmark.EndToEndTests;

/// <summary>Every suite that is shipped runs, scaled down, on all that it asks for, and leaves its files.</summary>
public sealed class SuiteTests : CommandLineUser
{
    [Theory]
    [InlineData("quick", 16)]
    [InlineData("floor", 6)]
    [InlineData("epoll-vs-threads", 20)]
    [InlineData("csharp-vs-java", 4, "--set", "messages=3000")]
    public async Task A_suite_runs_scaled_down_by_a_tiny_budget(string suite, int cells, params string[] more)
    {
        var result = (await RunAsync(["run", suite, "--budget", "1s", "--set", "warmup=50ms", "--set", "slice=50ms", "--out", "run", "--json", .. more])).Exits(0);
        var summary = result.Json;
        SummaryChecks.HasTheKeysOfASummary(summary);
        Assert.Equal(suite, summary.Text("suite"));
        Assert.Equal(cells, summary.Cells().Count);
        Assert.All(summary.Cells(), SummaryChecks.IsHealthy);
        Assert.Contains(summary.GetProperty("notes").EnumerateArray(), note => note.Text("id") == "budget");
        Assert.Equal(["report.md", "results.csv", "run.json", "summary.json", "trials.jsonl"], Directory.EnumerateFiles(Folder["run"]).Select(Path.GetFileName).Order());
        Assert.Equal(File.ReadAllText(Folder["run/summary.json"]), result.Output);
        Assert.Contains("cells, 1 rounds", result.Errors);
    }

    [Fact]
    public async Task Laps_are_counted_whole_and_stand_beside_the_published_figures()
    {
        var summary = (await RunAsync("run", "csharp-vs-java", "--stacks", "java/tcp-threads,dotnet/tcp-threads", "--set", "messages=5000", "--set", "warmup=50ms", "--rounds", "1", "--out", "run", "--json")).Exits(0).Json;
        Assert.All(summary.Cells(), cell =>
        {
            SummaryChecks.IsHealthy(cell);
            Assert.True(cell.Number("laps") >= 5, "5000 messages are at least 5 laps of 1000");
            Assert.Equal(cell.Number("laps") * 1000, cell.Number("received"));
            Assert.Equal(1000 * cell.Value("rtt_mean_ns") / 1e6, cell.Value("lap_mean_ms"), 0.5 * cell.Value("lap_mean_ms"));
        });
        (await RunAsync("report", "run")).Exits(0).Prints("Laps of 1000 round trips", "202", "C# took 9 % longer");
    }

    [Fact]
    public async Task Without_out_the_results_are_in_runs_and_a_report_is_the_same_again()
    {
        (await RunAsync("run", "floor", "--stacks", "cpp/tcp-spin,cpp/tcp-epoll", "--rounds", "2", "--set", "duration=100ms", "--set", "warmup=10ms")).Exits(0).Prints("cpp/tcp-spin", "cpp/tcp-epoll");
        var run = Path.GetRelativePath(Folder.Path, Assert.Single(Directory.EnumerateDirectories(Folder["runs"])));
        Assert.StartsWith("runs/floor-", run, StringComparison.Ordinal);
        var first = Summary(run).GetRawText();
        foreach (var file in new[] { "summary.json", "report.md", "results.csv" })
            File.Delete(Folder[Path.Combine(run, file)]);
        var again = (await RunAsync("report", run, "--json")).Exits(0).Json;
        Assert.Equal(Figures(JsonDocument.Parse(first).RootElement), Figures(again));
        Assert.True(File.Exists(Folder[Path.Combine(run, "report.md")]) && File.Exists(Folder[Path.Combine(run, "results.csv")]));
    }

    [Fact]
    public async Task The_same_seed_gives_the_same_order_whatever_the_blocks_measure()
    {
        // Other durations are other numbers of slices, which draw from the same seed.
        var orders = new List<string>();
        foreach (var (seed, duration) in new[] { ("7", "250ms"), ("7", "600ms"), ("8", "250ms") })
        {
            var run = (await RunAsync("run", "floor", "--stacks", "a=cpp/tcp-spin,b=cpp/tcp-spin,c=cpp/tcp-epoll,d=cpp/tcp-threads,e=cpp/tcp-epoll", "--seed", seed, "--rounds", "2",
                "--set", $"duration={duration}", "--set", "warmup=10ms", "--out", $"run-{seed}-{duration}")).Exits(0);
            orders.Add(string.Join('\n', run.Errors.Split('\n').Where(line => line.StartsWith("round ", StringComparison.Ordinal))));
        }
        Assert.Contains("round 2/2, block 4/4", orders[0]);
        Assert.Equal(orders[0], orders[1]);
        Assert.NotEqual(orders[0], orders[2]);
    }

    private static IEnumerable<string> Figures(JsonElement summary) =>
        summary.Cells().Concat(summary.GetProperty("comparisons").EnumerateArray()).Select(element => element.GetRawText());
}
