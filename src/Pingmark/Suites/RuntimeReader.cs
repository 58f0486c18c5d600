using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Suites;

/// <summary>Reads <c>runtime</c>, the versions of runtimes in which a suite measures their stacks.</summary>
internal sealed class RuntimeReader
{
    public const string Key = "runtime";

    private readonly Dictionary<string, IReadOnlyList<string>> _versions;

    public RuntimeReader(MapReader suite, StackIds ids, IReadOnlyList<StackEntry> entries)
    {
        var runtimes = ids.Runtimes ?? entries.Select(RuntimeOf).Distinct().ToList();
        var map = suite.Map(Key, runtimes);
        _versions = runtimes
            .Where(runtime => map?.Has(runtime) == true)
            .ToDictionary(runtime => runtime, runtime => Versions(map!, runtime));
    }

    /// <summary>A command line has commas in place of a list.</summary>
    private static IReadOnlyList<string> Versions(MapReader map, string runtime) =>
        [.. map.Many(runtime, Version, "").SelectMany(text => text.Split(',', Trimmed)).Distinct()];

    private const StringSplitOptions Trimmed = StringSplitOptions.TrimEntries;

    private static string Version(string text, string what) =>
        text.Split(',', Trimmed).All(part => part.Length > 0 && part.All(Values.IsNameLetter))
            ? text
            : throw new BadInputException($"{what} must be versions such as 1 or 1.2, not '{text}'");

    /// <summary>The entry in each version of its stack's runtime; the entry itself where none is asked for, or where it
    /// names one.</summary>
    public IEnumerable<StackEntry> InEach(StackEntry entry) =>
        StackVersion.Of(entry.Stack) is null && _versions.TryGetValue(RuntimeOf(entry), out var versions)
            ? versions.Select(version =>
                entry with
                {
                    Stack = StackVersion.With(entry.Stack, version),
                    Label = entry.Label is { } label ? StackVersion.With(label, version) : null,
                }
            )
            : [entry];

    private static string RuntimeOf(StackEntry entry) => entry.Stack.Split('/')[0];
}
