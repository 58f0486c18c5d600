namespace Pingmark.EndToEndTests.Harness;

/// <summary>A tree for PINGMARK_ROOT with all that the repository has, to which a test adds workers of .NET: what they
/// build with is copied, the rest linked.</summary>
internal sealed class CopiedTree
{
    private const string Kit = "workers/dotnet/kit";
    private static readonly string[] Linked = ["suites", "protocol", "workers/cpp", "workers/java"];

    private readonly TemporaryFolder _folder;

    public CopiedTree(TemporaryFolder folder)
    {
        _folder = folder;
        Directory.CreateDirectory(Path.Combine(Root, "workers/dotnet"));
        foreach (var name in Linked.Concat(OtherWorkers()))
            Directory.CreateSymbolicLink(Path.Combine(Root, name), Path.Combine(Repository.Root, name));
        // A build through a link would write into the repository's kit.
        foreach (
            var file in Sources()
                .Append(".editorconfig")
                .Append("Directory.Build.props")
                .Append("workers/dotnet/Directory.Build.props")
                .Append("Directory.Packages.props")
        )
            Copy(file);
        // Build servers would outlive the command, and be taken for workers that were left behind.
        Add("Directory.Build.rsp", "-nodeReuse:false -p:UseSharedCompilation=false\n");
    }

    public string Root => _folder["tree"];

    public void Add(string name, string text) => _folder.Write(Path.Combine("tree", name), text);

    /// <summary>What belongs to the repository, and not what somebody may be trying there.</summary>
    private static IEnumerable<string> OtherWorkers() =>
        Directory
            .EnumerateDirectories(Path.Combine(Repository.Workers, "dotnet"))
            .Select(Relative)
            .Where(name => name is not (Kit or "workers/dotnet/example"));

    private static IEnumerable<string> Sources() =>
        Directory
            .EnumerateDirectories(Path.Combine(Repository.Root, Kit))
            .Where(folder => Path.GetFileName(folder) is not ("bin" or "obj"))
            .Append(Path.Combine(Repository.Root, Kit))
            .SelectMany(Directory.EnumerateFiles)
            .Select(Relative);

    private static string Relative(string path) => Path.GetRelativePath(Repository.Root, path);

    /// <summary>With its date, so that what was built from the original is not older.</summary>
    private void Copy(string name)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(Path.Combine(Root, name))!);
        File.Copy(Path.Combine(Repository.Root, name), Path.Combine(Root, name));
    }
}
