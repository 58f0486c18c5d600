using Pingmark.Model;

namespace Pingmark.Nbn;

/// <summary>The garbage collector of .NET's processes: its default, or the one of NBN's own jobs.</summary>
public enum NbnGc
{
    /// <summary>One heap, which is .NET's default; it collects beside the program.</summary>
    Workstation,

    /// <summary>A heap for each core of the process.</summary>
    Server,
}

/// <summary>Asks processes of .NET for a garbage collector, and reads which they have.</summary>
public static class NbnGcModes
{
    private const string Runtime = "dotnet";

    /// <summary>The fewest cores of a process with server GC; with one the runtime takes workstation GC, whatever it is
    /// asked for.</summary>
    private const int CoresOfServerGc = 2;

    /// <summary>Reads the modes in the value of <c>--gc</c>, each once.</summary>
    /// <exception cref="BadInputException">A word is no mode.</exception>
    public static IReadOnlyList<NbnGc> Read(IEnumerable<string> values)
    {
        var words = values.SelectMany(value => value.Split(',', StringSplitOptions.TrimEntries)).ToList();
        foreach (var word in words)
            if (!Enum.GetNames<NbnGc>().Contains(word, StringComparer.OrdinalIgnoreCase))
                throw new BadInputException($"--gc must be workstation, server, or both with a comma, not '{word}'");
        return words.Select(word => Enum.Parse<NbnGc>(word, ignoreCase: true)).Distinct().ToList();
    }

    /// <summary>Whether the processes of a stack have these modes.</summary>
    public static bool Knows(string stack) => stack.StartsWith(Runtime + "/", StringComparison.Ordinal);

    /// <summary>The runtime options with which a process has a mode; none for .NET's default, which an environment may
    /// have changed.</summary>
    public static IReadOnlyDictionary<string, IReadOnlyList<string>> RuntimeOptions(NbnGc gc) =>
        gc == NbnGc.Server
            ? new Dictionary<string, IReadOnlyList<string>> { [Runtime] = ["gcServer=1"] }
            : new Dictionary<string, IReadOnlyList<string>>();

    /// <summary>The cores of sides with server GC: two of the server's own where that leaves as many for the clients,
    /// else all for both, as in NBN's one process.</summary>
    /// <param name="cores">How many cores the server's machine has.</param>
    /// <param name="areApart">Whether the clients have a machine of their own.</param>
    public static Pin PinOfServerGc(int cores, bool areApart) =>
        cores >= 2 * CoresOfServerGc ? new("2", "rest")
        : areApart ? new("all", "rest")
        : new("all", "all");

    /// <summary>The cores of a custom benchmark's sides, if server GC is among the modes; null where it is
    /// not.</summary>
    public static Pin? PinOf(NbnOptions options, int cores, bool areApart) =>
        options.GcModes.Contains(NbnGc.Server) ? PinOfServerGc(cores, areApart) : null;

    /// <summary>What a side says of its collector, such as <c>server, concurrent</c>; null where it says
    /// nothing.</summary>
    /// <param name="version">The version of the side's runtime and libraries.</param>
    public static string? InEffect(string version) =>
        Enum.GetNames<NbnGc>()
            .Select(name => version.IndexOf($"({name.ToLowerInvariant()}, ", StringComparison.Ordinal))
            .FirstOrDefault(at => at >= 0, -1)
            is >= 0
                and var from
        && version.IndexOf(')', from) is var to and > 0
            ? version[(from + 1)..to]
            : null;

    /// <summary>The versions with their collectors in BenchmarkDotNet's words: <c>Server=False,
    /// Concurrent=True</c>.</summary>
    internal static string InItsWords(string versions) =>
        InEffect(versions) is { } has
            ? InItsWords(
                versions.Replace(
                    $"({has})",
                    $"(Server={IsServer(has)}, Concurrent={!has.EndsWith("not concurrent", StringComparison.Ordinal)})"
                )
            )
            : versions;

    private static bool IsServer(string has) => has.StartsWith(Word(NbnGc.Server), StringComparison.Ordinal);

    /// <summary>Says that a side has another collector than it was asked for; null where all have it.</summary>
    public static string? Problem(NbnGc asked, IReadOnlyDictionary<string, string> versions)
    {
        var others = versions
            .Select(side => (Side: side.Key, Has: InEffect(side.Value)))
            .Where(side => side.Has?.StartsWith(Word(asked), StringComparison.Ordinal) == false)
            .Select(side => $"the {side.Side}'s is {side.Has}")
            .ToList();
        return others.Count == 0
            ? null
            : $"{Word(asked)} GC was asked for, and {string.Join(", ", others)}"
                + (asked == NbnGc.Server ? ": a process with one core never has server GC" : "");
    }

    /// <summary>What NBN's published figures were measured with, by its own job.</summary>
    public const string OfPublished =
        "published figures are of NBN with .NET 5 and server GC (Server=True, Concurrent=True) on the machine that the "
        + "column names; `--gc server` measures with the same GC. Only ratios between libraries can agree";

    public static string Word(NbnGc gc) => $"{gc}".ToLowerInvariant();

    /// <summary>The suite with its cells in each of these modes, and as many times the time. A stack of another runtime
    /// is measured once.</summary>
    public static Suite InEach(Suite suite, IReadOnlyList<NbnGc> modes, int cores, bool areApart)
    {
        if (modes is [NbnGc.Workstation])
            return suite;
        var cells = suite
            .Cells.SelectMany(cell => modes.Select(gc => With(cell, gc)).DistinctBy(with => with.Id))
            .ToList();
        var pin = modes.Contains(NbnGc.Server) ? PinOfServerGc(cores, areApart) : new();
        return (
            suite with
            {
                Cells = cells,
                Settings = suite.Settings with { BudgetNs = suite.Settings.BudgetNs * modes.Count },
            }
        ).WithScenarios(scenario => scenario with { Pin = pin });
    }

    /// <summary>The cell with a mode, under a name that tells it; a cell of another runtime stays as it is.</summary>
    internal static Cell With(Cell cell, NbnGc gc) =>
        gc == NbnGc.Workstation || !Knows(cell.Stack)
            ? cell
            : cell with
            {
                Id = $"{Word(gc)}-gc {cell.Id}",
                Label = $"{cell.Label} {Word(gc)}-gc",
                RuntimeOptions = RuntimeOptions(gc),
            };

    /// <summary>The mode that a cell was asked for.</summary>
    public static NbnGc Of(Cell cell) =>
        cell.RuntimeOptions.Values.SelectMany(options => options).Contains("gcServer=1")
            ? NbnGc.Server
            : NbnGc.Workstation;
}
