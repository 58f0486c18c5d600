namespace Pingmark.TestRun.Lint;

/// <summary>Rules about which files there are.</summary>
internal static class TreeRules
{
    private const int LargestBytes = 512 << 10;
    private static readonly string[] BuildFolders = ["bin", "obj", "build", "target", "runs", ".pingmark", ".vs"];
    private static readonly string[] Pictures = [".png"];

    public static Task<Verdict> NothingBuiltAsync(SourceFiles sources) =>
        Task.FromResult(Verdict.Of(sources.All.SelectMany(file => Complaints(sources, file))));

    public static Task<Verdict> SolutionAsync(SourceFiles sources)
    {
        var solution = File.ReadAllText(Tree.In("Pingmark.slnx"));
        return Task.FromResult(
            Verdict.Of(
                sources
                    .OfType(".csproj")
                    .Where(project => !solution.Contains($"\"{project}\"", StringComparison.Ordinal))
                    .Select(project => $"Pingmark.slnx lacks {project}")
            )
        );
    }

    public static async Task<Verdict> ScriptsAsync(SourceFiles sources)
    {
        var log = Path.Combine(Tree.Results, "lint", "bash");
        var faulty = new List<string>();
        foreach (var script in sources.Scripts)
            if (await Tool.RunAsync(log, ["bash", "-n", script]) != 0)
                faulty.Add(script);
        return Verdict.Of(faulty.Count == 0 ? [] : faulty.Append(await File.ReadAllTextAsync(log)));
    }

    private static IEnumerable<string> Complaints(SourceFiles sources, string file)
    {
        // workers/java/build is a script, not a folder.
        if (Path.GetDirectoryName(file)!.Split('/').Intersect(BuildFolders).Any())
            yield return $"{file}: is in a build folder";
        if (!Pictures.Contains(Path.GetExtension(file)) && sources.Bytes(file).Contains((byte)0))
            yield return $"{file}: is no text";
        if (sources.Bytes(file).Length > LargestBytes)
            yield return $"{file}: {sources.Bytes(file).Length} bytes";
    }
}
