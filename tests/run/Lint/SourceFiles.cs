namespace Pingmark.TestRun.Lint;

/// <summary>The files that git tracks, or would track.</summary>
internal sealed class SourceFiles
{
    private static readonly string[] Code = [".cs", ".java", ".cpp", ".h", ".hpp", ".c", ".sh"];
    private readonly Dictionary<string, byte[]> _contents = [];

    private SourceFiles(IReadOnlyList<string> all) => All = all;

    /// <summary>Paths from the tree's root.</summary>
    public IReadOnlyList<string> All { get; }

    /// <summary>Programs: sources in every language, and scripts.</summary>
    public IEnumerable<string> Programs => All.Where(file => Code.Contains(Path.GetExtension(file)) || IsScript(file));

    public IEnumerable<string> Scripts => All.Where(IsScript);

    public IEnumerable<string> Texts => All.Where(file => !Bytes(file).Contains((byte)0));

    public static async Task<SourceFiles> TrackedAsync() =>
        new([
            .. (await Tool.LinesAsync("git", "ls-files", "--cached", "--others", "--exclude-standard")).Where(file =>
                File.Exists(Tree.In(file))
            ),
        ]);

    public IReadOnlyList<string> OfType(params string[] extensions) =>
        [.. All.Where(file => extensions.Contains(Path.GetExtension(file)))];

    public byte[] Bytes(string file) =>
        _contents.TryGetValue(file, out var bytes) ? bytes : _contents[file] = File.ReadAllBytes(Tree.In(file));

    public IEnumerable<(int Number, string Text)> Lines(string file) =>
        System.Text.Encoding.UTF8.GetString(Bytes(file)).Split('\n').Select((text, index) => (index + 1, text));

    private bool IsScript(string file) =>
        Path.GetExtension(file).Length == 0 && Bytes(file).AsSpan().StartsWith("#!"u8);
}
