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

    public static TheoryData<string, string> Files()
    {
        var folders = Rows[0][2..].Select(heading => heading.Split('`')[1]).ToArray();
        var files = new TheoryData<string, string>();
        foreach (var row in Rows.Skip(2))
            for (var language = 0; language < folders.Length; language++)
                files.Add(row[0], $"{folders[language]}/{row[2 + language].Trim('`')}");
        return files;
    }

    [Theory]
    [MemberData(nameof(Files))]
    public void Each_noun_is_a_file_of_its_own(string noun, string file) =>
        Assert.True(File.Exists(Path.Combine(Shared.Root, file)), $"{noun}: there is no {file}");

    [Fact]
    public void The_table_is_there() => Assert.True(Rows.Length > 20, $"{Rows.Length} rows");
}
