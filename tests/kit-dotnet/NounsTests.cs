namespace Pingmark.Worker.Kit.Tests;

/// <summary>The table of docs/kit.md: the kits of all languages have the same parts.</summary>
public sealed class NounsTests
{
    private static readonly string[][] Rows =
    [
        .. File.ReadLines(Path.Combine(Shared.Root, "docs/kit.md"))
            .Where(line => line.StartsWith('|'))
            .SkipWhile(line => !line.StartsWith("| noun |", StringComparison.Ordinal))
            .TakeWhile(line => line.Count(c => c == '|') == 6)
            .Select(line => line.Trim('|').Split('|').Select(cell => cell.Trim()).ToArray()),
    ];

    [Fact]
    public void Each_noun_is_a_file_of_its_own_in_each_language()
    {
        Assert.True(Rows.Length > 20, $"{Rows.Length} rows");
        var folders = Rows[0][2..].Select(heading => heading.Split('`')[1]).ToArray();
        var files = Rows.Skip(2).SelectMany(row => folders.Zip(row[2..], (at, name) => $"{at}/{name.Trim('`')}"));
        Assert.All(files, file => Assert.True(File.Exists(Path.Combine(Shared.Root, file)), "there is no such file"));
    }
}
