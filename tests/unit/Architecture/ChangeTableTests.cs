using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;
using Xunit;

namespace Pingmark.Tests.Architecture;

/// <summary>The table "Where something new goes" of docs/architecture.md names files that exist, or that have brothers
/// where a name stands in capitals, and counts them rightly.</summary>
public sealed partial class ChangeTableTests
{
    /// <summary>A change that touches more is a reason to mend the design.</summary>
    private const int MostFiles = 12;

    private sealed record Change(string What, IReadOnlyList<string> Paths, int Files);

    private static readonly IReadOnlyList<Change> Table = Row()
        .Matches(Section().Match(File.ReadAllText(In("docs/architecture.md"))).Value)
        .Select(row => new Change(
            row.Groups["what"].Value,
            [.. Code().Matches(row.Groups["paths"].Value).Select(code => code.Groups["path"].Value)],
            int.Parse(row.Groups["files"].Value)
        ))
        .ToList();

    [Fact]
    public void It_has_the_usual_changes() =>
        Assert.Superset(
            new HashSet<string> { "a check", "a metric", "a counter", "a load", "a section of reports", "a command" },
            Table.Select(change => change.What).ToHashSet()
        );

    [Fact]
    public void Each_path_exists_or_has_brothers() =>
        Assert.All(Table.SelectMany(change => change.Paths), path => Assert.True(Exists(path), path));

    [Fact]
    public void Files_are_counted_and_few() =>
        Assert.All(
            Table,
            change =>
            {
                Assert.Equal((change.What, change.Paths.Count), (change.What, change.Files));
                Assert.InRange(change.Files, 1, MostFiles);
            }
        );

    private static bool Exists(string path)
    {
        if (!Placeholder().IsMatch(path))
            return File.Exists(In(path));
        var root = In(path[..path.LastIndexOf('/', Placeholder().Match(path).Index)]);
        var pattern = new Regex($"^{Placeholder().Replace(Regex.Escape(path), "[^/]+")}$");
        return Directory
            .EnumerateFiles(root, "*", SearchOption.AllDirectories)
            .Any(file => pattern.IsMatch(Path.GetRelativePath(In(""), file)));
    }

    private static string In(string path, [CallerFilePath] string here = "") =>
        Path.GetFullPath(Path.Combine(Path.GetDirectoryName(here)!, "../../..", path));

    [GeneratedRegex(@"^## Where something new goes$.*?(?=^## )", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex Section();

    [GeneratedRegex(@"^\| (?<what>[^|]+) \| (?<paths>[^|]+) \| (?<files>\d+) \|$", RegexOptions.Multiline)]
    private static partial Regex Row();

    [GeneratedRegex(@"`(?<path>[^`]+/[^`]+)`")]
    private static partial Regex Code();

    [GeneratedRegex(@"[A-Z]{3,}")]
    private static partial Regex Placeholder();
}
