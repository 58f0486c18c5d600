using Pingmark.TestRun.Setup;

namespace Pingmark.TestRun;

/// <summary>report.html in a browser, by Node's own test runner.</summary>
internal static class BrowserTests
{
    private static readonly string Folder = Tree.In("tests", "browser");

    /// <summary>One test that takes longer hangs.</summary>
    private static readonly TimeSpan Longest = TimeSpan.FromMinutes(3);

    public static Layer Layer => new("browser", RunAsync) { Needs = Needs.Browser };

    private static async Task<bool> RunAsync(LayerFiles files)
    {
        var lacking =
            !await HasPackagesAsync(files.Log) ? "npm could not install the packages of tests/browser; its log says why"
            : !Packages.AreChartsBuilt ? "npm could not install ECharts when pingmark was built"
            : null;
        if (lacking is not null)
        {
            files.Skip(lacking);
            return true;
        }
        return await Tool.RunAsync(
                files.Log,
                [
                    "node",
                    "--test",
                    $"--test-timeout={Longest.TotalMilliseconds}",
                    "--test-reporter=spec",
                    "--test-reporter-destination=stdout",
                    "--test-reporter=junit",
                    $"--test-reporter-destination={Path.Combine(files.Folder, "browser.xml")}",
                    Path.Combine(Folder, "report.test.js"),
                ],
                DotnetTests.CompilesLittle
            ) == 0;
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
