using System.Text.RegularExpressions;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>A page of docs/: its fenced blocks, and what the line before each says it is.</summary>
internal sealed partial class Document(string name)
{
    private readonly string _text = File.ReadAllText(Path.Combine(Repository.Root, "docs", name));

    /// <summary>Blocks after a line that is a path, in bold and as code: whole files.</summary>
    public IReadOnlyList<(string Path, string Text)> Files => Blocks(WholeFile());

    /// <summary>Blocks after a line that ends in "From", a path and a colon: excerpts.</summary>
    public IReadOnlyList<(string Path, string Text)> Quotations => Blocks(Quotation());

    /// <summary>The lines of blocks of a shell, as arguments of the launcher.</summary>
    public IReadOnlyList<string[]> Commands =>
        Shell()
            .Matches(_text)
            .SelectMany(block => block.Groups["text"].Value.Split('\n', StringSplitOptions.RemoveEmptyEntries))
            .Select(line =>
                line.Split(' ') is ["./pingmark", .. var arguments]
                    ? arguments
                    : throw new FormatException($"{name}: no command of the launcher: {line}")
            )
            .ToList();

    /// <summary>Paths below workers/ and protocol/ in its running text, placeholders and files of its own
    /// aside.</summary>
    public IReadOnlyList<string> Pointers =>
        Pointer()
            .Matches(_text)
            .Select(match => match.Groups["path"].Value)
            .Where(path => Files.All(file => file.Path != path))
            .Distinct()
            .ToList();

    private List<(string Path, string Text)> Blocks(Regex form) =>
        form.Matches(_text).Select(block => (block.Groups["path"].Value, block.Groups["text"].Value)).ToList();

    [GeneratedRegex(
        @"^\*\*`(?<path>[^`\n]+)`\*\*\n```\w+\n(?<text>.*?)^```$",
        RegexOptions.Multiline | RegexOptions.Singleline
    )]
    private static partial Regex WholeFile();

    [GeneratedRegex(
        @"From `(?<path>[^`\n]+)`[^\n]*:\n\n```\w+\n(?<text>.*?)^```$",
        RegexOptions.Multiline | RegexOptions.Singleline
    )]
    private static partial Regex Quotation();

    [GeneratedRegex(@"`(?<path>(?:workers|protocol)/[a-z][^`*\s]*)`")]
    private static partial Regex Pointer();

    [GeneratedRegex(@"^```sh\n(?<text>.*?)^```$", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex Shell();
}
