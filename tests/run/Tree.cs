using System.Runtime.CompilerServices;

namespace Pingmark.TestRun;

/// <summary>The source tree that is tested.</summary>
internal static class Tree
{
    public static string Root { get; } = Path.GetFullPath(Path.Combine(Path.GetDirectoryName(ThisFile())!, "..", ".."));

    /// <summary>What the last run left: results and logs, a folder a layer.</summary>
    public static string Results { get; } = Path.Combine(Root, ".pingmark", "test");

    public static string In(params string[] path) => Path.Combine([Root, .. path]);

    /// <param name="name">Such as cpp/sockets.</param>
    public static bool HasWorker(string name) => File.Exists(In("workers", name, "worker.json"));

    private static string ThisFile([CallerFilePath] string path = "") => path;
}
