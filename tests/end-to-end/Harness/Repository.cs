using System.Runtime.CompilerServices;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>The source tree that these tests belong to: they run its launcher, as a user would.</summary>
internal static class Repository
{
    public static string Root { get; } =
        Path.GetFullPath(Path.Combine(Path.GetDirectoryName(ThisFile())!, "..", "..", ".."));

    public static string Launcher => Path.Combine(Root, "pingmark");

    /// <summary>The tree whose workers are tried: this one, or what PINGMARK_ROOT names.</summary>
    public static string Tree { get; } =
        Environment.GetEnvironmentVariable("PINGMARK_ROOT") is { Length: > 0 } other ? other : Root;

    public static string Workers => Path.Combine(Tree, "workers");

    public static string Golden => Path.Combine(Root, "tests", "end-to-end", "golden");

    private static string ThisFile([CallerFilePath] string path = "") => path;
}
