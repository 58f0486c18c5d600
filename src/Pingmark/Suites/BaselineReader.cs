using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Suites;

/// <summary>Reads <c>baseline</c>: by which facts of stacks like is compared with like.</summary>
internal static class BaselineReader
{
    private const string By = "by";

    /// <summary>Stands for no fact, so that a command line can undo what the file says.</summary>
    private const string None = "none";

    public static IReadOnlyList<ClassFact> Read(MapReader suite, Problems problems)
    {
        if (suite.Map("baseline", By) is not { } map)
            return [];
        if (!map.Has(By))
            problems.Add(suite.PlaceOf("baseline"), $"baseline.{By} is missing: {Known}");
        return [.. map.Many<ClassFact?>(By, Fact, null).OfType<ClassFact>()];
    }

    private static string Known => $"a list of {string.Join(", ", ValueNames.All<ClassFact>())}, or {None}";

    private static ClassFact? Fact(string text, string what) =>
        text == None ? null : Values.OneOf<ClassFact>(text, what);
}
