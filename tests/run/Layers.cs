namespace Pingmark.TestRun;

/// <summary>Layers of a turn share the cores; the next turn begins when all of them have ended.</summary>
internal enum Turn
{
    Build,
    Shared,

    /// <summary>Begins with the first turn, and ends before those that are alone: it takes what cores the others leave
    /// while they wait.</summary>
    Beside,
    Alone,
    Last,
}

/// <summary>Tests that are run and counted together.</summary>
/// <param name="Set">A word that chooses several layers.</param>
/// <param name="Command">A function of <c>layer.sh</c> with its arguments.</param>
/// <param name="Needs">Rows of <c>setup.sh</c> without which it is a skipped row.</param>
/// <param name="Uses">Those without which some of its tests are skipped, each with the reason; and workers, which are
/// built before.</param>
internal sealed record Layer(
    string Name,
    string Set,
    string Command,
    Turn Turn = Turn.Shared,
    string Needs = "",
    string Uses = ""
)
{
    /// <summary>A folder a layer.</summary>
    public const string AllFolders = ".pingmark/test";

    /// <summary>Where it leaves results and logs.</summary>
    public string Folder => Path.GetFullPath(Path.Combine(AllFolders, Name.Replace(' ', '-')));

    public bool IsOfEverything => Set is not ("sanitizers" or "frames");

    /// <summary>What takes longer hangs.</summary>
    public int Minutes => IsOfEverything ? 40 : 60;

    public IEnumerable<string> Wanted => $"{Needs} {Uses}".Split(' ', StringSplitOptions.RemoveEmptyEntries);

    public bool IsCalled(string word) =>
        word == Set || word == Path.GetFileName(Folder) || (word == "everything" && IsOfEverything);

    /// <returns>None of a file that is not there.</returns>
    public IEnumerable<string> Lines(string file) =>
        Path.Combine(Folder, file) is var path && File.Exists(path) ? File.ReadLines(path) : [];
}

/// <summary>What is run when: what measures is alone, the rest shares the cores, the longest first.</summary>
internal static class Layers
{
    private const string Folder = "workers/",
        Workers = $"{Folder}*/*",
        Everywhere = $"commands {Workers}";

    private static readonly Layer[] All =
    [
        new("conformance", "conformance", "conformance", Uses: Workers),
        new("commands", "end-to-end", "other_end_to_end", Uses: Everywhere),
        // Two processes: each tries one test after the other, and most tests of peers wait, for losses.
        new("hostile peers", "hostile", "behaviour hostile Layer=peers", Uses: Everywhere),
        new("hostile", "hostile", "behaviour hostile Layer!=peers", Uses: Everywhere),
        new("units of the controller", "fast", "patiently behaviour unit Machine!=alone", Uses: "units"),
        new("suites", "end-to-end", "end_to_end Layer=suites", Uses: Everywhere),
        new("every stack", "end-to-end", "end_to_end Layer=stacks", Uses: Everywhere),
        new("processes", "end-to-end", "end_to_end Layer=processes", Uses: Everywhere),
        new("browser", "browser", "patiently browser", Needs: "browser"),
        new("release", "end-to-end", "release", Needs: "release workers/cpp/sockets"),
        new("units of the C++ kit", "fast", "cpp_kit", Needs: "cpp-kit"),
        new("guide", "end-to-end", "end_to_end Layer=guide", Uses: Everywhere),
        new("nbn", "end-to-end", "end_to_end Layer=nbn", Uses: Everywhere),
        new("lint", "fast", "patiently lint", Uses: "lint"),
        new("units of the Java kit", "fast", "patiently java_kit", Needs: "java-kit", Uses: "java-libraries"),
        new("protocol", "fast", "protocol"),
        new("units of the .NET kit", "fast", "behaviour kit-dotnet"),
        new("C++ workers with address sanitizer", "sanitizers", "sanitized conformance", Turn.Beside, "cpp-workers"),
        new("C++ workers under strangers", "sanitizers", "sanitized strangers", Turn.Beside, "cpp-workers"),
        new("kit with address sanitizer", "sanitizers", "cpp_kit address", Turn.Beside, "cpp-kit"),
        new("kit with thread sanitizer", "sanitizers", "cpp_kit thread", Turn.Beside, "cpp-kit"),
        new("C++ fuzzers", "sanitizers", "cpp_fuzzers", Turn.Beside, "cpp-fuzzers"),
        new("sampling", "measured", "xunit unit Machine=alone", Turn.Alone, Uses: $"units {Workers}"),
        new("measurements", "measured", "measurements", Turn.Alone, Uses: Everywhere),
        new("frames to C++ with sanitizers", "frames", "sanitized frames cpp", Uses: Workers),
        new("frames to java", "frames", "frames java", Uses: Workers),
        new("frames to dotnet", "frames", "frames dotnet", Uses: Workers),
    ];

    /// <summary>How many layers of a turn run side by side.</summary>
    public static int AtOnce(Turn turn) => turn == Turn.Shared ? 3 : 1;

    /// <returns>Whether a worker, a layer or a set of layers is called so.</returns>
    public static bool Knows(string word) => IsWorker(word) || All.Any(layer => layer.IsCalled(word));

    /// <param name="words">Such as <see cref="Knows"/>; none for everything.</param>
    public static IReadOnlyList<Layer> Chosen(IReadOnlyList<string> words)
    {
        var names = words.Count > 0 ? words : ["everything"];
        var chosen = All.Where(layer => names.Any(layer.IsCalled)).ToList();
        var workers = string.Join(' ', names.Where(IsWorker).Select(name => Folder + name));
        if (workers.Length > 0)
            chosen.Add(new("conformance of workers", "", $"conformance {workers}", Uses: workers));
        var built = string.Join(' ', chosen.SelectMany(layer => layer.Wanted).Where(IsOfWorkers).Distinct());
        if (built.Length > 0)
            chosen.Add(new("build", "", $"build {built}", Turn.Build));
        chosen.Add(new("temporary files", "", "nothing_left", Turn.Last));
        return chosen;
    }

    private static bool IsOfWorkers(string wanted) => wanted.StartsWith(Folder, StringComparison.Ordinal);

    private static bool IsWorker(string word) => File.Exists($"{Folder}{word}/worker.json");
}
