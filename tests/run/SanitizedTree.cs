using System.Text.Json.Nodes;

namespace Pingmark.TestRun;

/// <summary>A tree whose workers are those that were built with sanitizers, so that they conform as those of the
/// repository do: side by side, and what they have in common once.</summary>
internal static class SanitizedTree
{
    /// <param name="Folder">Below workers/cpp.</param>
    /// <param name="Program">What its build makes, which is named as its target.</param>
    internal sealed record Worker(string Folder, JsonObject Manifest, string Program);

    public static IReadOnlyList<Worker> Workers(string sources) =>
        [
            .. Directory
                .EnumerateFiles(sources, "worker.json", SearchOption.AllDirectories)
                .Order(StringComparer.Ordinal)
                .Select(file => (file, manifest: JsonNode.Parse(File.ReadAllText(file))!.AsObject()))
                .Select(one => new Worker(
                    Path.GetFileName(Path.GetDirectoryName(one.file)!),
                    one.manifest,
                    Path.GetFileName(one.manifest["output"]!.GetValue<string>())
                )),
        ];

    /// <param name="build">The folder of the build, with one for each worker.</param>
    public static void Make(string root, IEnumerable<Worker> workers, string build)
    {
        if (Directory.Exists(root))
            Directory.Delete(root, recursive: true);
        Directory.CreateDirectory(Path.Combine(root, "suites"));
        Directory.CreateSymbolicLink(Path.Combine(root, "protocol"), Tree.In("protocol"));
        foreach (var worker in workers)
        {
            var manifest = worker.Manifest.DeepClone().AsObject();
            (manifest["inputs"], manifest["build"]) = (new JsonArray(), new JsonArray());
            manifest["output"] = Path.Combine(build, worker.Folder, worker.Program);
            var folder = Directory.CreateDirectory(Path.Combine(root, "workers", "cpp", worker.Folder)).FullName;
            File.WriteAllText(Path.Combine(folder, "worker.json"), manifest.ToJsonString());
        }
    }
}
