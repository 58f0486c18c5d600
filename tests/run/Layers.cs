namespace Pingmark.TestRun;

/// <summary>Layers of a turn share the cores; the next turn begins when all of them have ended.</summary>
internal enum Turn
{
    Build,
    Shared,
    Compilers,
    Alone,
    Last,
}

/// <summary>Tests that are run and counted together.</summary>
/// <param name="Sets">Words, each of which chooses this layer and others.</param>
/// <param name="Command">A function of <c>layer.sh</c> with its arguments.</param>
/// <param name="Needs">Rows of <c>setup.sh</c> without which it is a skipped row.</param>
/// <param name="Uses">Those without which some of its tests are skipped, each with the reason; and workers, which are
/// built before.</param>
internal sealed record Layer(
    string Name,
    string Sets,
    string Command,
    Turn Turn = Turn.Shared,
    string Needs = "",
    string Uses = ""
)
{
    /// <summary>A folder a layer.</summary>
    public const string AllFolders = ".pingmark/test";

    /// <summary>Of what can land; chosen where no word is given.</summary>
    public const string Gate = "gate";

    /// <summary>Only for hanging: ten times what a slow machine needs.</summary>
    public const int Minutes = 90;

    /// <summary>Where it leaves results and logs.</summary>
    public string Folder => Path.GetFullPath(Path.Combine(AllFolders, Name.Replace(' ', '-')));

    public IEnumerable<string> Wanted => Words($"{Needs} {Uses}");

    public bool IsOfGate => Words(Sets).Contains(Gate);

    /// <summary>Frames take hours.</summary>
    public bool IsOfEverything => Sets != "frames";

    public bool IsCalled(string word) =>
        Words(Sets).Contains(word) || word == Path.GetFileName(Folder) || (word == "everything" && IsOfEverything);

    /// <returns>None of a file that is not there.</returns>
    public IEnumerable<string> Lines(string file) =>
        Path.Combine(Folder, file) is var path && File.Exists(path) ? File.ReadLines(path) : [];

    private static string[] Words(string text) => text.Split(' ', StringSplitOptions.RemoveEmptyEntries);
}

/// <summary>What is run when: what measures is alone, the rest shares the cores, the longest first.</summary>
internal static class Layers
{
    private const string Folder = "workers/",
        Workers = $"{Folder}*/*",
        KnownAnswers = "tests/known-answers",
        Everywhere = $"commands {Workers} {KnownAnswers}";

    private static readonly Layer[] All =
    [
        // The gate: what it finds does not depend on how fast or how busy the machine is.
        new("units of the controller", "gate fast", "units Gate!=no", Uses: "units"),
        new("conformance", "gate conformance", "conformance Gate!=no", Uses: Workers),
        new("commands", "gate commands", "commands Gate!=no", Uses: Workers),
        new("hostile data", "gate hostile", "hostile Gate!=no", Uses: Workers),
        new("units of the C++ kit", "gate fast", "cpp_kit gate", Needs: "cpp-kit"),
        new("units of the Java kit", "gate fast", "java_kit gate", Needs: "java-kit", Uses: "java-libraries"),
        new("page in a browser", "gate browser", "browser gate", Needs: "browser"),
        new("units of the .NET kit", "gate fast", "behaviour kit-dotnet Gate!=no"),
        new("protocol", "gate fast", "protocol Gate!=no"),
        new("lint", "gate fast", "lint", Uses: "lint"),
        // What needs a clock, many stacks or long.
        new("all conformance", "conformance", "conformance Gate=no", Uses: Workers),
        new("slow units of the controller", "units", "units Gate=no", Uses: "units"),
        new("clock of the C++ kit", "units", "cpp_kit clock", Needs: "cpp-kit"),
        new("clock of the .NET kit", "units", "behaviour kit-dotnet Gate=no"),
        new("clock of the Java kit", "units", "java_kit clock", Needs: "java-kit", Uses: "java-libraries"),
        new("all hostile data", "hostile", "hostile Layer!=peers&Gate=no", Uses: Everywhere),
        new("hostile peers", "hostile", "hostile Layer=peers&Gate=no", Uses: Everywhere),
        new("every stack", "end-to-end", "commands Layer=stacks&Gate=no", Uses: Everywhere),
        new("suites", "end-to-end", "commands Layer=suites&Gate=no", Uses: Everywhere),
        new("all commands", "commands", "other_commands", Uses: Everywhere),
        new("processes", "end-to-end", "commands Layer=processes&Gate=no", Uses: Everywhere),
        new("all pages in a browser", "browser", "browser rest", Needs: "browser"),
        new("guide", "end-to-end", "commands Layer=guide&Gate=no", Uses: Everywhere),
        new("nbn", "end-to-end", "commands Layer=nbn&Gate=no", Uses: Everywhere),
        new("release", "end-to-end", "release", Turn.Compilers, Needs: "release workers/cpp/sockets"),
        new("kit with address sanitizer", "sanitizers", "cpp_kit address", Turn.Compilers, "cpp-kit"),
        new("kit with thread sanitizer", "sanitizers", "cpp_kit thread", Turn.Compilers, "cpp-kit"),
        new("C++ fuzzers", "sanitizers", "cpp_fuzzers", Turn.Compilers, "cpp-fuzzers"),
        new(
            "C++ workers with address sanitizer",
            "sanitizers",
            "sanitized real_workers",
            Turn.Compilers,
            "cpp-workers"
        ),
        new("C++ workers under strangers", "sanitizers", "sanitized strangers", Turn.Alone, "cpp-workers"),
        new("sampling", "measured", "xunit unit Machine=alone", Turn.Alone, Uses: $"units {Workers}"),
        new("measurements", "measured", "measurements", Turn.Alone, Uses: Everywhere),
        new("temporary files", "rest", "nothing_left", Turn.Last),
        new("frames to C++ with sanitizers", "frames", "sanitized frames cpp", Uses: Workers),
        new("frames to java", "frames", "frames java", Uses: Workers),
        new("frames to dotnet", "frames", "frames dotnet", Uses: Workers),
    ];

    /// <summary>How many layers of a turn run side by side.</summary>
    public static int AtOnce(Turn turn) => new[] { 1, 3, 2, 1, 1 }[(int)turn];

    /// <returns>Whether a worker, a layer or a set of layers is called so.</returns>
    public static bool Knows(string word) => IsWorker(word) || All.Any(layer => layer.IsCalled(word));

    /// <param name="words">Such as <see cref="Knows"/>; none for the gate.</param>
    public static IReadOnlyList<Layer> Chosen(IReadOnlyList<string> words)
    {
        var names = words.Count > 0 ? words : [Layer.Gate];
        var chosen = All.Where(layer => names.Any(layer.IsCalled)).ToList();
        var workers = string.Join(' ', names.Where(IsWorker).Select(name => Folder + name));
        if (workers.Length > 0)
            chosen.Add(new("conformance of workers", "", $"conformance_of {workers}", Uses: workers));
        var built = string.Join(' ', chosen.SelectMany(layer => layer.Wanted).Where(IsOfWorkers).Distinct());
        if (built.Length > 0)
            chosen.Add(new("build", "", $"build {built}", Turn.Build));
        return chosen;
    }

    /// <returns>What <c>./test everything</c> runs beside these.</returns>
    public static IEnumerable<Layer> LeftOutOf(IEnumerable<Layer> chosen) =>
        All.Where(layer => layer.IsOfEverything).Except(chosen);

    private static bool IsOfWorkers(string wanted) =>
        wanted == KnownAnswers || wanted.StartsWith(Folder, StringComparison.Ordinal);

    private static bool IsWorker(string word) => File.Exists($"{Folder}{word}/worker.json");
}
