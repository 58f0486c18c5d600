using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Suites;

/// <summary>Reads <c>baseline</c>: by which facts of stacks like is compared with like.</summary>
internal static class BaselineReader
{
    private const string By = "by";

    /// <summary>Stands for no fact, so that a command line can undo what the file says.</summary>
    private const string None = "none";

    public static IReadOnlyList<ClassFact> Read(MapReader suite, Problems problems)
    {
        if (suite.ReadMap("baseline", By) is not { } map)
            return [];
        if (!map.Has(By))
            problems.Add(suite.PlaceOf("baseline"), $"baseline.{By} is missing: {Known}");
        return [.. map.ReadList<ClassFact?>(By, Fact, null).OfType<ClassFact>()];
    }

    private static string Known => $"a list of {string.Join(", ", ValueNames.All<ClassFact>())}, or {None}";

    private static ClassFact? Fact(string text, string what) =>
        text == None ? null : Values.OneOf<ClassFact>(text, what);
}

/// <summary>Reads <c>pin</c>: the cores of the server and of the client.</summary>
internal static class PinReader
{
    public static Pin Read(MapReader suite, Problems problems)
    {
        if (suite.ReadMap("pin", "server", "client") is not { } map)
            return new Pin();
        var pin = new Pin();
        pin = new Pin(Side(map, "server", pin.Server), Side(map, "client", pin.Client));
        if (PinKeys.Problem(pin) is { } problem)
            problems.Add(map.PlaceOf("server"), problem);
        return pin;
    }

    private static string Side(MapReader map, string side, string fallback) =>
        map.IsMap(side)
            ? map.ReadMap(side, "cpus")!.ReadRequired("cpus", PinKeys.ParseList, fallback)
            : map.Read(side, Values.Cores, fallback);
}

/// <summary>Reads <c>runtime</c>, the versions of runtimes in which a suite measures their stacks.</summary>
internal sealed class RuntimeReader
{
    public const string Key = "runtime";

    private readonly Dictionary<string, IReadOnlyList<string>> _versions;

    public RuntimeReader(MapReader suite, StackIds ids, IReadOnlyList<StackEntry> entries)
    {
        var runtimes = ids.Runtimes ?? entries.Select(RuntimeOf).Distinct().ToList();
        var map = suite.ReadMap(Key, runtimes);
        _versions = runtimes
            .Where(runtime => map?.Has(runtime) == true)
            .ToDictionary(runtime => runtime, runtime => Versions(map!, runtime));
    }

    /// <summary>A command line has commas in place of a list.</summary>
    private static IReadOnlyList<string> Versions(MapReader map, string runtime) =>
        [.. map.ReadList(runtime, Version, "").SelectMany(text => text.Split(',', Trimmed)).Distinct()];

    private const StringSplitOptions Trimmed = StringSplitOptions.TrimEntries;

    private static string Version(string text, string what) =>
        text.Split(',', Trimmed).All(part => part.Length > 0 && part.All(Values.IsNameLetter))
            ? text
            : throw new BadInputException($"{what} must be versions such as 1 or 1.2, not '{text}'");

    /// <summary>The entry in each requested version of its runtime; itself if none is requested.</summary>
    public IEnumerable<StackEntry> ExpandVersions(StackEntry entry) =>
        StackVersion.FindIn(entry.Stack) is null && _versions.TryGetValue(RuntimeOf(entry), out var versions)
            ? versions.Select(version =>
                entry with
                {
                    Stack = StackVersion.AppendTo(entry.Stack, version),
                    Label = entry.Label is { } label ? StackVersion.AppendTo(label, version) : null,
                }
            )
            : [entry];

    private static string RuntimeOf(StackEntry entry) => entry.Stack.Split('/')[0];
}
