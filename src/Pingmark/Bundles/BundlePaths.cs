using System.Buffers;

namespace Pingmark.Bundles;

/// <summary>The only files of a run's folder that a bundle may hold.</summary>
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

    /// <summary>Whether it is a plain name that is valid and visible in every file system.</summary>
    public static bool IsName(string name) =>
        name.Length is > 0 and <= BundleLimits.MaxNameLetters
        && name[0] is not ('.' or '-' or ' ')
        && name[^1] != ' '
        && !name.AsSpan().ContainsAnyExcept(Harmless);

    /// <summary>Whether a bundle may have a file of that path below its folder.</summary>
    public static bool IsPart(string path) => path == Manifest || Needed.Contains(path);
}

/// <summary>How large a bundle can be: whatever is larger is refused before it fills this process's memory.</summary>
public static class BundleLimits
{
    public const int MaxArchiveBytes = 256 << 20,
        MaxUnpackedBytes = 256 << 20,
        MaxNameLetters = 95;
}
