namespace Pingmark.EndToEndTests;

/// <summary>Debian's promtool takes what is exported, of runs that were recorded.</summary>
[Trait("Gate", "no")]
public sealed class PrometheusTests : CommandLineUser
{
    internal override IReadOnlyList<string> Needs => [];

    /// <summary>Each kind of load has figures of its own.</summary>
    [SkippableFact]
    public async Task Promtool_finds_nothing_wrong_with_the_text_of_any_suite()
    {
        Skip.IfNot(File.Exists("/usr/bin/promtool"), "promtool is not installed; mend: apt-get install prometheus");
        foreach (
            var run in Directory.EnumerateDirectories(Path.Combine(Repository.Root, "tests/unit/Reports/recorded"))
        )
        {
            var to = Path.GetFileName(run);
            (await RunAsync("export", run, "--to", to, "--format", "prometheus", "openmetrics")).Exits(0);
            Assert.Equal(
                (to, ""),
                (to, Shell.Output("sh", "-c", $"promtool check metrics <{Folder[$"{to}/metrics.prom"]} 2>&1"))
            );
            Shell.Run(
                "promtool",
                "tsdb",
                "create-blocks-from",
                "openmetrics",
                Folder[$"{to}/metrics.openmetrics.txt"],
                Folder[$"data/{to}"]
            );
        }
    }
}
