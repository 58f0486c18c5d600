using System.Text.RegularExpressions;
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
public static partial class NbnGcModes
{
    private const string Runtime = "dotnet";

    /// <summary>With fewer cores the runtime takes workstation GC.</summary>
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
    public static bool AppliesTo(string stack) => stack.StartsWith(Runtime + "/", StringComparison.Ordinal);

    /// <summary>The runtime options of a mode; none for .NET's default.</summary>
    public static IReadOnlyDictionary<string, IReadOnlyList<string>> RuntimeOptions(NbnGc gc) =>
        gc == NbnGc.Server
            ? new Dictionary<string, IReadOnlyList<string>> { [Runtime] = ["gcServer=1"] }
            : new Dictionary<string, IReadOnlyList<string>>();

    /// <summary>The cores of sides with server GC: two of the server's own where that leaves as many for the clients,
    /// else all for both, as in NBN's one process.</summary>
    public static Pin PinOfServerGc(int cores, bool areApart) =>
        cores >= 2 * CoresOfServerGc ? new("2", "rest")
        : areApart ? new("all", "rest")
        : new("all", "all");

    /// <summary>The cores of the sides with server GC; null without it.</summary>
    public static Pin? PinOf(NbnOptions options, int cores, bool areApart) =>
        options.GcModes.Contains(NbnGc.Server) ? PinOfServerGc(cores, areApart) : null;

    /// <summary>The collector that a side reports, such as <c>server, concurrent</c>, or null.</summary>
    public static string? FindReported(string version) =>
        ReportedGc().Match(version) is { Success: true } match ? match.Value.Trim('(', ')') : null;

    /// <summary>The versions with their collectors in BenchmarkDotNet's words: <c>Server=False,
    /// Concurrent=True</c>.</summary>
    internal static string InBenchmarkDotNetWords(string versions) =>
        ReportedGc()
            .Replace(
                versions,
                match =>
                    $"(Server={match.Groups["heap"].Value == Word(NbnGc.Server)}, "
                    + $"Concurrent={match.Groups["rest"].Value != "not concurrent"})"
            );

    [GeneratedRegex(@"\((?<heap>workstation|server), (?<rest>[^)]*)\)")]
    private static partial Regex ReportedGc();

    /// <summary>Says that a side has another collector than it was asked for; null where all have it.</summary>
    public static string? FindProblem(NbnGc asked, IReadOnlyDictionary<string, string> versions)
    {
        var others = versions
            .Select(side => (Side: side.Key, Has: FindReported(side.Value)))
            .Where(side => side.Has?.StartsWith(Word(asked), StringComparison.Ordinal) == false)
            .Select(side => $"the {side.Side}'s is {side.Has}")
            .ToList();
        return others.Count == 0
            ? null
            : $"{Word(asked)} GC was asked for, and {string.Join(", ", others)}"
                + (asked == NbnGc.Server ? ": a process with one core never has server GC" : "");
    }

    /// <summary>What NBN's published figures were measured with, by its own job.</summary>
    public const string PublishedNote =
        "published figures are of NBN with .NET 5 and server GC (Server=True, Concurrent=True) on the machine that the "
        + "column names; `--gc server` measures with the same GC. Only ratios between libraries can agree";

    public static string Word(NbnGc gc) => $"{gc}".ToLowerInvariant();

    /// <summary>The suite with its .NET cells in each mode, and as many times the time.</summary>
    public static Suite RepeatInEach(Suite suite, IReadOnlyList<NbnGc> modes, int cores, bool areApart)
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
        gc == NbnGc.Workstation || !AppliesTo(cell.Stack)
            ? cell
            : cell with
            {
                Id = $"{Word(gc)}-gc {cell.Id}",
                Label = $"{cell.Label} {Word(gc)}-gc",
                RuntimeOptions = RuntimeOptions(gc),
            };

    /// <summary>The mode that a cell was asked for.</summary>
    public static NbnGc RequestedBy(Cell cell) =>
        cell.RuntimeOptions.Values.SelectMany(options => options).Contains("gcServer=1")
            ? NbnGc.Server
            : NbnGc.Workstation;
}
