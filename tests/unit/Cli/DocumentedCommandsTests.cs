using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;
using Xunit;

namespace Pingmark.Tests.Cli;

/// <summary>Every command in a block of README.md and docs/ is understood as it stands there.</summary>
public sealed partial class DocumentedCommandsTests
{
    private static readonly string Root = Path.GetFullPath(Path.Combine(Path.GetDirectoryName(Here())!, "../../.."));

    [Fact]
    public void Each_is_understood()
    {
        var all = Found().Distinct().ToList();
        Assert.All(all, found => Assert.Empty(TypedLine.Problems(found.Line)));
        // Pages with commands are looked at.
        Assert.Subset(
            all.Select(found => found.Page).ToHashSet(),
            new HashSet<string> { "README.md", "docs/compare.md", "docs/add-a-stack.md" }
        );
    }

    private static IEnumerable<(string Page, string Line)> Found() =>
        from file in Directory
            .EnumerateFiles(Path.Combine(Root, "docs"), "*.md", SearchOption.AllDirectories)
            .Prepend(Path.Combine(Root, "README.md"))
        from block in Block().Matches(File.ReadAllText(file))
        from line in Command().Matches(block.Groups["text"].Value.Replace("\\\n", " ", StringComparison.Ordinal))
        select (Path.GetRelativePath(Root, file), line.Groups["line"].Value.Trim());

    private static string Here([CallerFilePath] string caller = "") => caller;

    [GeneratedRegex(@"^[ ]*```\w*\n(?<text>.*?)^[ ]*```$", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex Block();

    /// <summary>After a prompt, variables of the environment, a step of a workflow, or another command.</summary>
    [GeneratedRegex(
        @"(?:^|&& |; |\| |\()[ ]*(?:\$ )?(?:- )?(?:run: )?(?:[A-Z_]+=\S+ )*(?:sudo )?"
            + @"(?:\S*/)?pingmark (?<line>[^\n)]+)",
        RegexOptions.Multiline
    )]
    private static partial Regex Command();
}
