namespace Pingmark.EndToEndTests;

/// <summary>Debian's Prometheus and its promtool take what is exported, of a run that was recorded.</summary>
[Trait("Gate", "no")]
public sealed class PrometheusTests : CommandLineUser
{
    private const string Cell = "cpp/tcp-epoll c1 f1 32B",
        Family = "pingmark_rtt_p50_seconds";

    private const double Rounding = 1e-15;

    internal override IReadOnlyList<string> Needs => [];

    private static string Recorded => Path.Combine(Repository.Root, "tests/unit/Reports/recorded");

    /// <summary>Each kind of load has figures of its own.</summary>
    [SkippableFact]
    public async Task Promtool_finds_nothing_wrong_with_the_text_of_any_suite()
    {
        Skip.If(PrometheusServer.Lacks is not null, PrometheusServer.Lacks);
        foreach (var run in Directory.EnumerateDirectories(Recorded))
        {
            var to = Path.GetFileName(run);
            (await RunAsync("export", run, "--to", to, "--format", "prometheus")).Exits(0);
            Assert.Equal(
                (to, ""),
                (to, Shell.Output("sh", "-c", $"promtool check metrics <{Folder[$"{to}/metrics.prom"]} 2>&1"))
            );
        }
    }

    [SkippableFact]
    public async Task A_Prometheus_scrapes_the_text_and_has_earlier_runs_by_their_time()
    {
        Skip.If(PrometheusServer.Lacks is not null, PrometheusServer.Lacks);
        string[] formats = ["prometheus", "openmetrics", "json"];
        (await RunAsync(["export", Path.Combine(Recorded, "quick"), "--to", "out", "--format", .. formats])).Exits(0);
        var summary = Summary("out");
        var cell = summary.Cells().Single(cell => cell.Text("id") == Cell);
        var seconds = cell.GetProperty("rtt_p50_ns").GetProperty("value").GetDouble() / 1e9;
        var began = summary.GetProperty("started_at").GetDateTimeOffset().ToUnixTimeMilliseconds() / 1e3;
        Shell.Run(
            "promtool",
            "tsdb",
            "create-blocks-from",
            "openmetrics",
            Folder["out/metrics.openmetrics.txt"],
            Folder["data"]
        );

        using var scraped = ScrapedText.Serve(File.ReadAllText(Folder["out/metrics.prom"]));
        using var prometheus = new PrometheusServer(Folder, "data", scraped.EndPoint);
        var up = "up{job=\"pingmark\"}";
        for (var watch = System.Diagnostics.Stopwatch.StartNew(); await prometheus.ValueAsync(up) is not 1; )
            Assert.True(watch.Elapsed < Patience.For(30), prometheus.Said());
        var figure = $"{Family}{{cell=\"{Cell}\",suite=\"quick\"";
        Assert.Equal(seconds, (await prometheus.ValueAsync($"{figure},job=\"pingmark\"}}"))!.Value, Rounding);
        Assert.Equal(seconds, (await prometheus.ValueAsync($"{figure},job=\"\"}}", began))!.Value, Rounding);
        Assert.Equal(1, await prometheus.ValueAsync("pingmark_run_info{job=\"\",suite=\"quick\"}", began));
        Assert.Null(await prometheus.ValueAsync($"{figure},job=\"\"}}"));
    }
}
