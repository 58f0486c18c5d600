namespace Pingmark.TestRun;

/// <summary>report.html in a browser, by Node's own test runner: one skipped row where Node, its packages or the
/// browser are missing.</summary>
internal static class BrowserTests
{
    private const string Charts = "src/Pingmark/Reports/Html/charts/build/charts.js";
    private static readonly string Folder = Tree.In("tests", "browser");

    public static Layer Layer =>
        TestRun.Layer.AsAWhole(
            "browser",
            files =>
                KitTests.Needing(
                    files,
                    "npm",
                    "nodejs npm",
                    () => KitTests.Needing(files, "chromium", "chromium", () => RunAsync(files))
                )
        );

    private static async Task<bool> RunAsync(LayerFiles files)
    {
        if (!await HasPackagesAsync(files.Log))
            return Skipped(files, "npm could not install the packages of tests/browser; its log says why");
        if (!File.Exists(Tree.In(Charts)))
            return Skipped(files, "npm could not install ECharts when pingmark was built");
        return await Tool.RunAsync(
                files.Log,
                [
                    "node",
                    "--test",
                    "--test-reporter=spec",
                    "--test-reporter-destination=stdout",
                    "--test-reporter=junit",
                    $"--test-reporter-destination={Path.Combine(files.Folder, "browser.xml")}",
                    Path.Combine(Folder, "report.test.js"),
                ],
                DotnetTests.CompilesLittle
            ) == 0;
    }

    private static bool Skipped(LayerFiles files, string reason)
    {
        files.Found.Add(new("all", Outcome.Skipped, 0, reason));
        return true;
    }

    private static async Task<bool> HasPackagesAsync(string log)
    {
        var installed = Path.Combine(Folder, "node_modules", ".package-lock.json");
        if (File.GetLastWriteTimeUtc(installed) > File.GetLastWriteTimeUtc(Path.Combine(Folder, "package-lock.json")))
            return true;
        List<string> install = ["npm", "ci", "--prefix", Folder, "--ignore-scripts", "--no-audit", "--no-fund"];
        return await Tool.RunAsync(log, install) == 0;
    }
}
