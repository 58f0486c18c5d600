namespace Pingmark.TestRun.Setup;

/// <summary>Installs what layers want of Debian, as <c>./pingmark</c> does for workers: it says what, asks on a
/// terminal, and does without where it may not.</summary>
internal static class Packages
{
    private const string ForbidVariable = "PINGMARK_NO_INSTALL";
    private const string Charts = "src/Pingmark/Reports/Html/charts/build/charts.js";

    /// <summary>Pingmark's own build bundles the charts of its reports.</summary>
    public static bool AreChartsBuilt => File.Exists(Tree.In(Charts));

    public static Layer For(IEnumerable<Layer> layers) =>
        new("setup", files => RunAsync(files, [.. layers.SelectMany(layer => layer.Needs.Concat(layer.Uses))]));

    private static async Task<bool> RunAsync(LayerFiles files, IReadOnlyList<Need> needs)
    {
        await InstallAsync(files.Log, [.. (await Need.UnmetAsync(needs)).SelectMany(need => need.Packages).Distinct()]);
        // What there is now is all that there is.
        Environment.SetEnvironmentVariable(ForbidVariable, "1");
        // Before Node was there, Pingmark was built without charts.
        var npm = needs.FirstOrDefault(need => need.Tool == "npm");
        return npm is null
            || AreChartsBuilt
            || !await npm.IsMetAsync()
            || await Tool.RunAsync(
                files.Log,
                ["dotnet", "build", Tree.In("tests", "run"), "-c", "Release", "-v", "q", "--nologo"]
            ) == 0;
    }

    private static async Task InstallAsync(string log, IReadOnlyList<string> packages)
    {
        if (packages.Count == 0 || Environment.GetEnvironmentVariable(ForbidVariable) == "1")
            return;
        var list = string.Join(' ', packages);
        string[] privilege = Environment.IsPrivilegedProcess ? [] : ["sudo", "-n"];
        if (await Tool.RunAsync(log, ["/bin/sh", "-c", "\"$@\"", "sh", .. privilege, "apt-get", "--version"]) != 0)
            Console.WriteLine($"not installed, for apt-get needs root here: {list}");
        else if (IsAgreed($"Install the Debian packages that tests lack ({list})?"))
        {
            Console.WriteLine($"installing Debian packages: {list}");
            string[] install = ["DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "-qq"];
            if (
                await Tool.RunAsync(log, [.. privilege, "apt-get", "update", "-qq"]) != 0
                || await Tool.RunAsync(log, [.. privilege, "env", .. install, "--no-install-recommends", .. packages])
                    != 0
            )
                Console.WriteLine($"apt-get failed; by hand: apt-get install {list}");
        }
    }

    /// <summary>Where there is no terminal, as in CI, nobody needs to be asked.</summary>
    private static bool IsAgreed(string question)
    {
        if (Console.IsInputRedirected || Console.IsOutputRedirected)
            return true;
        Console.Write($"{question} [Y/n] ");
        return Console.ReadLine()?.Trim().ToLowerInvariant() is "" or "y" or "yes";
    }
}
