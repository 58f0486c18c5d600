using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Suites;

/// <summary>Reads suite files: YAML that says what to compare, under which scenarios and how carefully.</summary>
/// <remarks>
/// Every problem of a file is reported, one a line, with the place it is at: <c>suites/x.yaml:4:3: unknown key
/// 'conections'; did you mean 'connections'?</c>
/// </remarks>
public static class SuiteFile
{
    /// <summary>Reads a suite file.</summary>
    /// <param name="path">The file.</param>
    /// <param name="knownStacks">Ids of all stacks that some worker has, in the order in which patterns list them;
    /// null: every id is accepted.</param>
    /// <param name="set">Keys and values that replace the file's: <c>socket.no_delay=false</c>,
    /// <c>connections=1,16</c>.</param>
    /// <param name="stacks">The value of <c>--stacks</c>, which replaces the suite's stacks: ids, labels, patterns or
    /// <c>label=id</c>, separated by commas.</param>
    /// <param name="addressProblem">Tells what is wrong with the address that the servers of cells would listen on, or
    /// null; null itself: every address is accepted.</param>
    /// <param name="serversOnly">Those of the known stacks that have no client.</param>
    /// <exception cref="BadInputException">The file can't be read, or something in it or in the overrides is
    /// wrong.</exception>
    public static Suite Load(
        string path,
        IReadOnlyList<string>? knownStacks = null,
        IReadOnlyList<SuiteOverride>? set = null,
        string? stacks = null,
        Func<IReadOnlyList<Cell>, string?>? addressProblem = null,
        IReadOnlyList<string>? serversOnly = null
    ) => Parse(ReadText(path), DisplayPath(path), knownStacks, set, stacks, addressProblem, serversOnly);

    /// <summary>Reads a suite from a text; <paramref name="fileName"/> is used in messages, and as the name of a suite
    /// that gives itself none.</summary>
    /// <exception cref="BadInputException">Something in the text or in the overrides is wrong.</exception>
    public static Suite Parse(
        string text,
        string fileName,
        IReadOnlyList<string>? knownStacks = null,
        IReadOnlyList<SuiteOverride>? set = null,
        string? stacks = null,
        Func<IReadOnlyList<Cell>, string?>? addressProblem = null,
        IReadOnlyList<string>? serversOnly = null
    )
    {
        var problems = new Problems();
        if (Root(text, fileName, problems) is not { } root)
            throw problems.ToException();
        root = SuiteOverrides.Apply(NetworkShorthand.Expand(ReplayPaths.Resolve(root, problems)), set ?? [], problems);
        return new SuiteReader(root, new StackIds(knownStacks, serversOnly), problems).Read(
            MakeName(fileName),
            stacks,
            addressProblem
        );
    }

    /// <summary>Reads the <c>about</c> of a file whose rest is not checked; null where there is none.</summary>
    internal static string? AboutOf(string path)
    {
        var problems = new Problems();
        var root = Root(ReadText(path), DisplayPath(path), problems);
        problems.ThrowIfAny();
        return (root?["about"] as TextNode) is { } about ? Values.Text(about.Text, "about").Trim() : null;
    }

    private static MapNode? Root(string text, string fileName, Problems problems)
    {
        var root = SuiteYaml.Read(
            text,
            mark => new Place(fileName, (int)Math.Max(1, mark.Line), (int)Math.Max(1, mark.Column)),
            problems
        );
        if (problems.Count == 0 && root is not MapNode)
            problems.Add(
                root?.Place ?? new Place(fileName, 1, 1),
                $"a suite must be a mapping with stacks and more, not {root?.Description ?? "nothing"}"
            );
        return root as MapNode;
    }

    internal static string ReadText(string path)
    {
        try
        {
            // No more than it takes to see that it is too long: what is named may be a pipe, or have no end.
            using var reader = new StreamReader(path);
            var text = new char[SuiteYaml.MaxTextLength + 1];
            return new string(text, 0, reader.ReadBlock(text));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new BadInputException(
                $"{DisplayPath(path)}: "
                    + (e is FileNotFoundException or DirectoryNotFoundException ? "no such file" : e.Message)
            );
        }
    }

    /// <summary>The path in messages, relative where that is shorter.</summary>
    internal static string DisplayPath(string path)
    {
        var relative = Path.GetRelativePath(Directory.GetCurrentDirectory(), path);
        return relative.Length < path.Length ? relative : path;
    }

    private static string MakeName(string fileName)
    {
        var name = string.Concat(
                Path.GetFileNameWithoutExtension(fileName).Select(c => Values.IsNameLetter(c) ? c : '-')
            )
            .TrimStart('.');
        return name.Length > 0 ? name : "suite";
    }
}
