using System.Text.Json;

namespace Pingmark.TestRun;

/// <summary>C++ built anew with the compiler's checks: the kit's unit tests with all of them, and the workers'
/// conformance with those for addresses and undefined behaviour.</summary>
internal static class CppSanitizers
{
    private static readonly string[] Kinds = ["address", "thread"];

    public static IReadOnlyList<Layer> Units =>
        [
            .. Kinds.Select(kind => new Layer(
                $"kit with {kind} sanitizer",
                files =>
                    KitTests.CppAsync(files, Sources, Build(kind), kind, target: "pingmark-cpp-kit-tests", Tests(kind))
            )),
        ];

    public static IReadOnlyList<Layer> Workers =>
        [
            .. Directory
                .EnumerateFiles(Sources, "worker.json", SearchOption.AllDirectories)
                .Order(StringComparer.Ordinal)
                .Select(manifest => new Layer(
                    $"cpp/{Folder(manifest)} with address sanitizer",
                    files => ConformAsync(files, manifest)
                )),
        ];

    private static string Sources => Tree.In("workers", "cpp");

    /// <summary>Outside of the workers' folders, whose own builds must not look stale.</summary>
    private static string Build(string kind) => Tree.In(".pingmark", "sanitizers", kind);

    private static string Tests(string kind) => Path.Combine(Build(kind), "kit", "tests");

    private static string Folder(string manifest) => Path.GetFileName(Path.GetDirectoryName(manifest)!);

    private static async Task<bool> ConformAsync(LayerFiles files, string manifest)
    {
        using var document = JsonDocument.Parse(await File.ReadAllTextAsync(manifest));
        var program = Path.GetFileName(document.RootElement.GetProperty("output").GetString()!);
        if (!await Cmake.BuildAsync(files.Log, Sources, Build("address"), "address", program))
            return false;
        var worker = Path.Combine(Build("address"), Folder(manifest), program);
        var lines = Path.Combine(files.Folder, "results.jsonl");
        // What a sanitizer finds ends the worker, and is in a file of its own in case that nobody looks at its end.
        var findings = Path.Combine(files.Folder, "finding");
        var conforms = await Tool.RunAsync(
            lines,
            [Tree.In("pingmark"), "conform", "--command", worker, "--json"],
            new Dictionary<string, string>
            {
                ["ASAN_OPTIONS"] = $"log_path={findings}",
                ["UBSAN_OPTIONS"] = $"print_stacktrace=1:log_path={findings}",
            }
        );
        files.Found.AddRange(File.ReadLines(lines).Where(line => line.StartsWith('{')).Select(Result));
        foreach (var finding in Directory.EnumerateFiles(files.Folder, "finding.*"))
            files.Found.Add(new("sanitizer", Outcome.Failed, 0, await File.ReadAllTextAsync(finding)));
        return conforms == 0;
    }

    private static TestResult Result(string line)
    {
        using var document = JsonDocument.Parse(line);
        var result = document.RootElement;
        var passed = result.GetProperty("passed").GetBoolean();
        return new(
            $"{result.GetProperty("stack").GetString() ?? "worker"} {result.GetProperty("case").GetString()}",
            passed ? Outcome.Passed : Outcome.Failed,
            result.GetProperty("took_ms").GetDouble() / 1000,
            passed
                ? ""
                : $"expected {result.GetProperty("expected").GetString()}\n"
                    + $"seen {result.GetProperty("seen").GetString()}"
        );
    }
}
