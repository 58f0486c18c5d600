using System.Buffers;

namespace Pingmark.Bundles;

/// <summary>Which files of a run's folder a bundle has, and under which paths: nothing else is taken into one, or out
/// of one.</summary>
internal static class BundlePaths
{
    public const string Manifest = "manifest.json",
        Plan = "run.json",
        Trials = "trials.jsonl",
        Summary = "summary.json",
        Page = "report.html";

    /// <summary>The files that every bundle has beside its manifest, in the order in which they are there.</summary>
    public static readonly IReadOnlyList<string> Needed = [Plan, Trials, Summary, "report.md", Page, "results.csv"];

    private static readonly SearchValues<char> Harmless = SearchValues.Create(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.+ "
    );

    /// <summary>Whether it is one name, which leads nowhere, hides nothing and is the same in every file
    /// system.</summary>
    public static bool IsName(string name) =>
        name.Length is > 0 and <= BundleLimits.MostLetters
        && name[0] is not ('.' or '-' or ' ')
        && name[^1] != ' '
        && !name.AsSpan().ContainsAnyExcept(Harmless);

    /// <summary>Whether a bundle may have a file of that path below its folder.</summary>
    public static bool IsPart(string path) => path == Manifest || Needed.Contains(path);
}
