using System.Text.RegularExpressions;

namespace Pingmark.TestRun.Lint;

/// <summary>Rules about the text of files, whatever they say.</summary>
internal static partial class TextRules
{
    private const int Columns = 120,
        Lines = 500;

    /// <summary>Where spaces at a line's end may mean something.</summary>
    private static readonly string[] Verbatim = [".md", ".jsonl", ".txt", ".csv"];

    public static Task<Verdict> LineLengthAsync(SourceFiles sources) =>
        Found(
            from file in sources.Programs
            from line in sources.Lines(file)
            where line.Text.EnumerateRunes().Count() > Columns
            select $"{file}:{line.Number}: {line.Text.EnumerateRunes().Count()} columns"
        );

    public static Task<Verdict> FileLengthAsync(SourceFiles sources) =>
        Found(
            from file in sources.Programs
            let count = sources.Lines(file).Count() - 1
            where count > Lines
            select $"{file}: {count} lines"
        );

    public static Task<Verdict> NothingLeftToDoAsync(SourceFiles sources) =>
        Found(
            from file in sources.Programs
            where Path.GetFileName(file) != "TextRules.cs"
            from line in sources.Lines(file)
            where LeftToDo().IsMatch(line.Text)
            select $"{file}:{line.Number}: {line.Text.Trim()}"
        );

    public static Task<Verdict> LineEndsAsync(SourceFiles sources) =>
        Found(
            sources
                .Texts.Where(file => !Verbatim.Contains(Path.GetExtension(file)))
                .SelectMany(file => LineEnds(sources, file))
        );

    private static IEnumerable<string> LineEnds(SourceFiles sources, string file)
    {
        var bytes = sources.Bytes(file);
        if (bytes.Length > 0 && bytes[^1] != '\n')
            yield return $"{file}: its last line has no end";
        if (bytes.Contains((byte)'\r'))
            yield return $"{file}: has carriage returns";
        foreach (var (number, text) in sources.Lines(file))
            if (text.Length > 0 && text[^1] is ' ' or '\t')
                yield return $"{file}:{number}: ends with a space";
    }

    private static Task<Verdict> Found(IEnumerable<string> complaints) => Task.FromResult(Verdict.Of(complaints));

    [GeneratedRegex(@"\b(TODO|FIXME|XXX|HACK)\b")]
    private static partial Regex LeftToDo();
}
