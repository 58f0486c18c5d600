using System.Text.Json;
using Pingmark.TestRun.Setup;

namespace Pingmark.TestRun;

/// <summary>C++ built anew with the compiler's checks: the kit's unit tests with all of them, and the workers'
/// conformance with those for addresses and undefined behaviour.</summary>
internal static class CppSanitizers
{
    private const string Address = "address",
        Thread = "thread",
        PrintsStacks = "print_stacktrace=1";

    /// <summary>Units and workers are built in one folder, which compiles the kit once, one after the other.</summary>
    private static readonly SemaphoreSlim OneBuild = new(1);

    public static IReadOnlyList<Layer> Units => [.. new[] { Address, Thread }.Select(OfUnits)];

    public static Layer Workers => new("C++ workers with address sanitizer", ConformAsync) { Uses = Needs.OfWorkers() };

    /// <summary>What strangers send to them, and what they are told.</summary>
    public static Layer Fuzzed(string name, string filter, IReadOnlyDictionary<string, string>? environment = null)
    {
        var tests = DotnetTests.Layer(
            name,
            "hostile",
            filter,
            environment: new Dictionary<string, string>(environment ?? new Dictionary<string, string>())
            {
                ["PINGMARK_ROOT"] = Root,
                ["UBSAN_OPTIONS"] = PrintsStacks,
            }
        );
        return tests with
        {
            Body = async files => await MakeTreeAsync(files) && await tests.Body(files),
            Uses = Needs.OfWorkers(),
        };
    }

    private static string Sources => Tree.In("workers", "cpp");

    /// <summary>Outside of the workers' folders, whose own builds must not look stale.</summary>
    private static string Build(string kind) => Tree.In(".pingmark", "sanitizers", kind);

    private static string Root => Tree.In(".pingmark", "sanitizers", "tree");

    private static Layer OfUnits(string kind) =>
        new(
            $"kit with {kind} sanitizer",
            async files =>
                await BuildAsync(files.Log, kind, "pingmark-cpp-kit-tests")
                && await KitTests.CtestAsync(files, Path.Combine(Build(kind), "kit", "tests"))
        )
        {
            Needs = Needs.CppKit,
        };

    private static async Task<bool> BuildAsync(string log, string kind, params IReadOnlyList<string> targets)
    {
        if (kind == Address)
            await OneBuild.WaitAsync();
        try
        {
            return await Cmake.BuildAsync(log, Sources, Build(kind), kind, targets);
        }
        finally
        {
            if (kind == Address)
                OneBuild.Release();
        }
    }

    /// <returns>False when one of its workers can't be built.</returns>
    private static async Task<bool> MakeTreeAsync(LayerFiles files)
    {
        var workers = SanitizedTree.Workers(Sources);
        if (!await BuildAsync(files.Log, Address, [.. workers.Select(worker => worker.Program)]))
            return false;
        SanitizedTree.Make(Root, workers, Build(Address));
        return true;
    }

    private static async Task<bool> ConformAsync(LayerFiles files)
    {
        if (!await MakeTreeAsync(files))
            return false;
        var results = Path.Combine(files.Folder, "results.jsonl");
        // What a sanitizer finds ends the worker, and is in a file of its own in case that nobody looks at its end.
        var findings = Path.Combine(files.Folder, Finding);
        var environment = new Dictionary<string, string>
        {
            ["PINGMARK_ROOT"] = Root,
            ["ASAN_OPTIONS"] = $"log_path={findings}",
            ["UBSAN_OPTIONS"] = $"{PrintsStacks}:log_path={findings}",
        };
        var ended = await Tool.RunAsync(results, [Tree.In("pingmark"), "conform", "--json"], environment) == 0;
        files.Found.AddRange(File.ReadLines(results).Where(line => line.StartsWith('{')).Select(Result));
        foreach (var finding in Directory.EnumerateFiles(files.Folder, $"{Finding}.*"))
        {
            var lines = (await File.ReadAllLinesAsync(finding)).Where(line => !line.Contains(KilledWhileSearched));
            if (lines.FirstOrDefault(line => line.Trim('=', ' ').Length > 0) is { } first)
                files.Found.Add(new(first.Trim('=', ' '), Outcome.Failed, 0, string.Join('\n', lines)));
        }
        return ended;
    }

    private const string Finding = "finding";

    /// <summary>All that the search for leaks says of a process that is killed meanwhile, as a slow one is on a machine
    /// in use.</summary>
    private const string KilledWhileSearched = "Unable to get registers from thread";

    private static TestResult Result(string line)
    {
        using var document = JsonDocument.Parse(line);
        var result = document.RootElement;
        var passed = result.GetProperty("passed").GetBoolean();
        return new(
            $"{result.GetProperty("stack").GetString() ?? result.GetProperty("worker").GetString()} "
                + result.GetProperty("case").GetString(),
            passed ? Outcome.Passed : Outcome.Failed,
            result.GetProperty("took_ms").GetDouble() / 1000,
            passed
                ? ""
                : $"expected {result.GetProperty("expected").GetString()}\n"
                    + $"seen {result.GetProperty("seen").GetString()}"
        );
    }
}
