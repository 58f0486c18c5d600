using System.Xml.Linq;
using Pingmark.TestRun.Results;
using Pingmark.TestRun.Setup;

namespace Pingmark.TestRun;

/// <summary>Layers of a project of xunit, which was built with this program.</summary>
internal static class DotnetTests
{
    /// <summary>Tests with this trait measure, or fill all cores: they are run when nothing else is.</summary>
    public const string Alone = "Machine=alone",
        NotAlone = "Machine!=alone";

    /// <summary>Within a process commands are tried one after the other: they share its output. So those that go
    /// through all stacks or suites, those that are processes with signals, and the one that follows a page and builds,
    /// are tried in processes of their own. What tests/benchmarks runs takes minutes, and is none of
    /// these.</summary>
    public const string Stacks = "Machine!=alone&Layer=stacks",
        Processes = "Machine!=alone&Layer=processes",
        Nbn = "Machine!=alone&Layer=nbn",
        Suites = "Machine!=alone&Layer=suites",
        Guide = "Machine!=alone&Layer=guide",
        Commands = "Machine!=alone&Layer!=stacks&Layer!=processes&Layer!=nbn&Layer!=suites&Layer!=guide&Layer!=by-hand";

    private const string BriefWarmUp = "PINGMARK_LONGEST_WARM_UP_MS=400";

    /// <summary>Most of what tests cost is compilers' work for processes that live for a second. Where behaviour is
    /// asserted the same code is compiled once and quickly: without profiles, into memory that is not mapped anew for
    /// each method, and by HotSpot's first compiler alone.</summary>
    public static IReadOnlyDictionary<string, string> CompilesLittle =>
        new Dictionary<string, string>
        {
            ["DOTNET_TieredPGO"] = "0",
            ["DOTNET_EnableWriteXorExecute"] = "0",
            ["JDK_JAVA_OPTIONS"] = $"-XX:TieredStopAtLevel=1 {Environment.GetEnvironmentVariable("JDK_JAVA_OPTIONS")}",
        };

    public static bool Exists(string folder) => Project(folder) is not null;

    /// <param name="folder">Below tests/.</param>
    /// <param name="acceptsNoise">Other layers, or other machines of the host, share the cores: figures are not
    /// withheld for that.</param>
    /// <param name="isMeasured">What is asserted is how fast something is: runtimes are as users have them.</param>
    /// <param name="figuresCount">False: runtimes are warmed up briefly, for what is asserted is what commands
    /// do.</param>
    /// <param name="environment">Variables that the tests have besides.</param>
    public static Layer Layer(
        string name,
        string folder,
        string? filter = null,
        bool isMeasured = false,
        bool acceptsNoise = false,
        bool figuresCount = true,
        IReadOnlyDictionary<string, string>? environment = null
    ) =>
        new(
            name,
            async files =>
                await Tool.RunAsync(
                    files.Log,
                    [
                        "env",
                        $"PINGMARK_ACCEPT_NOISE={(acceptsNoise ? 1 : 0)}",
                        $"PINGMARK_TALLY={Path.Combine(files.Folder, Tallies.FileName)}",
                        .. figuresCount ? [] : new[] { BriefWarmUp },
                        .. environment?.Select(one => $"{one.Key}={one.Value}") ?? [],
                        "dotnet",
                        "test",
                        Assembly(Project(folder)!),
                        "--logger",
                        "trx;LogFileName=results.trx",
                        "--results-directory",
                        files.Folder,
                        .. filter is null ? [] : new[] { "--filter", filter },
                    ],
                    isMeasured ? null : CompilesLittle
                ) == 0
        );

    /// <summary>The command line with workers, for what it does and not for its figures.</summary>
    public static Layer EndToEnd(string name, string filter) =>
        Layer(name, "end-to-end", filter, acceptsNoise: true, figuresCount: false) with
        {
            Uses = Needs.Commands,
        };

    private static string? Project(string folder) =>
        Directory.Exists(Tree.In("tests", folder))
            ? Directory.EnumerateFiles(Tree.In("tests", folder), "*.csproj").SingleOrDefault()
            : null;

    private static string Assembly(string project)
    {
        var name =
            XDocument.Load(project).Descendants("AssemblyName").SingleOrDefault()?.Value
            ?? Path.GetFileNameWithoutExtension(project);
        return Path.Combine(Path.GetDirectoryName(project)!, "bin", "Release", "net10.0", name + ".dll");
    }
}
