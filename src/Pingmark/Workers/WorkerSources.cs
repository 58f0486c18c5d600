using Pingmark.Model;
using Pingmark.Placement;

namespace Pingmark.Workers;

/// <summary>Finds what a worker is built from: its inputs, without what builds have made.</summary>
internal static class WorkerSources
{
    private static readonly HashSet<string> BuildFolders = ["bin", "obj", "build", "target"];

    public static IEnumerable<string> Files(WorkerManifest manifest) =>
        manifest.Inputs.Select(input => Path.GetFullPath(Path.Combine(manifest.Folder, input))).SelectMany(FilesIn);

    /// <summary>The files that the manifest names as a stack's server, by their paths within the tree.</summary>
    public static IReadOnlyList<StackSource> ReadSources(WorkerManifest manifest, string stack)
    {
        var tree = Path.GetFullPath(Path.Combine(manifest.Folder, "..", "..", ".."));
        return manifest
            .Sources.GetValueOrDefault(StackVersion.RemoveFrom(stack), [])
            .Select(file => Path.GetFullPath(Path.Combine(manifest.Folder, file)))
            .Select(file => new StackSource(Path.GetRelativePath(tree, file), File.ReadAllText(file)))
            .ToList();
    }

    /// <summary>The files to build a worker elsewhere, and the worker's own folder among them.</summary>
    public static (FileSet Files, string Folder) Collect(WorkerManifest manifest)
    {
        var folder = Path.GetFullPath(manifest.Folder);
        var files = Files(manifest).ToList();
        var root = files.Select(file => Path.GetDirectoryName(file)!).Aggregate(folder, CommonFolder);
        return (FileSet.Collect(root, files), Path.GetRelativePath(root, folder));
    }

    /// <summary>The files of a folder and of those in it, without what builds have made.</summary>
    public static IEnumerable<string> FilesIn(string path) =>
        !Directory.Exists(path)
            ? [path]
            : Directory
                .EnumerateFiles(path)
                .Concat(
                    Directory
                        .EnumerateDirectories(path)
                        .Where(d => !BuildFolders.Contains(Path.GetFileName(d)))
                        .SelectMany(FilesIn)
                );

    /// <summary>The deepest folder that contains both.</summary>
    private static string CommonFolder(string one, string other)
    {
        while (Path.GetRelativePath(one, other).Split('/')[0] == "..")
            one = Path.GetDirectoryName(one)!;
        return one;
    }
}
