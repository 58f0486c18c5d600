using System.Globalization;
using System.Text.RegularExpressions;
using Pingmark.TestRun.Setup;

namespace Pingmark.TestRun;

/// <summary>What the C++ kit reads from the network and from stdin, under libFuzzer with the sanitizers for addresses
/// and undefined behaviour.</summary>
internal static partial class CppFuzzers
{
    private const int LongestInput = 4096;
    private static int SecondsEach => Seeds.AreDrawn ? 60 : 15;

    private static readonly string Sources = Tree.In("workers", "cpp", "kit", "fuzz");
    private static readonly string Build = Tree.In(".pingmark", "sanitizers", "fuzz");

    public static Layer Layer => new("C++ fuzzers", RunAsync) { Needs = Needs.CppFuzzers };

    private static async Task<bool> RunAsync(LayerFiles files)
    {
        if (await CompilerAsync() is not { } compiler)
        {
            files.Skip("clang++ has no libFuzzer; mend: apt-get install clang libclang-rt-dev");
            return true;
        }
        if (!await Cmake.BuildAsync(files.Log, Sources, Build, "address", ["all"], compiler))
            return false;
        var names = Directory
            .EnumerateFiles(Sources, "*.cpp")
            .Select(source => Path.GetFileNameWithoutExtension(source)!)
            .Order(StringComparer.Ordinal);
        await Parallel.ForEachAsync(
            names,
            new ParallelOptions { MaxDegreeOfParallelism = 2 },
            async (name, _) =>
            {
                var result = await FuzzAsync(files.Folder, name);
                lock (files.Found)
                    files.Found.Add(result);
            }
        );
        return true;
    }

    private static async Task<TestResult> FuzzAsync(string folder, string name)
    {
        var log = Path.Combine(folder, name + ".log");
        var found = Directory.CreateDirectory(Path.Combine(folder, name)).FullName;
        List<string> command =
        [
            Path.Combine(Build, name),
            $"-seed={Seeds.OfFuzzers}",
            $"-max_total_time={SecondsEach}",
            $"-max_len={LongestInput}",
            "-timeout=10",
            "-rss_limit_mb=1024",
            "-print_final_stats=1",
            $"-artifact_prefix={found}/",
        ];
        // Whole conversations are good lines to begin with.
        if (File.Exists(Path.Combine(Sources, name + ".dict")))
            command.AddRange([
                $"-dict={Path.Combine(Sources, name + ".dict")}",
                found,
                Tree.In("protocol", "transcripts", "valid"),
            ]);
        var code = await Tool.RunAsync(log, command);
        var text = await File.ReadAllTextAsync(log);
        var (executions, perSecond) = (Figure(text, Executions()), Figure(text, PerSecond()));
        var figures = $"{executions} executions, {perSecond}/s";
        return code == 0 && executions > 0
            ? new(name, Outcome.Passed, SecondsEach, Output: figures)
            : new(name, Outcome.Failed, SecondsEach, $"{figures}; what it found is in {found}\n{Tail(text)}");
    }

    /// <returns>A command that can link what it fuzzes; null when there is none.</returns>
    private static async Task<string?> CompilerAsync()
    {
        foreach (var compiler in new[] { "clang++", "clang++-14" })
            if (
                await Tool.LinesAsync(
                    "sh",
                    "-c",
                    $"[ -f \"$({compiler} -print-runtime-dir 2>/dev/null)/libclang_rt.fuzzer-$(uname -m).a\" ] "
                        + $"&& echo {compiler}"
                )
                is [var found]
            )
                return found;
        return null;
    }

    private static long Figure(string text, Regex of) =>
        of.Match(text) is { Success: true } match
            ? long.Parse(match.Groups[1].ValueSpan, CultureInfo.InvariantCulture)
            : 0;

    private static string Tail(string text) => string.Join('\n', text.Split('\n').TakeLast(40));

    [GeneratedRegex(@"stat::number_of_executed_units:\s*(\d+)")]
    private static partial Regex Executions();

    [GeneratedRegex(@"stat::average_exec_per_sec:\s*(\d+)")]
    private static partial Regex PerSecond();
}
