using System.Text.RegularExpressions;
using Pingmark.Checks;
using Pingmark.Formatting;
using Pingmark.Reports.Html;

namespace Pingmark.Reports;

/// <param name="Also">Other words for it, such as the headings of columns.</param>
public sealed record GlossaryEntry(string Word, string Meaning, IReadOnlyList<string> Also)
{
    public bool IsCalled(string word) =>
        Also.Prepend(Word).Any(name => name.Equals(word, StringComparison.OrdinalIgnoreCase));
}

/// <summary>The words of docs/glossary.md, one a row, which the tooltips of pages and <c>pingmark explain</c>
/// show.</summary>
public static partial class Glossary
{
    public static readonly IReadOnlyList<GlossaryEntry> All =
    [
        .. Row()
            .Matches(HtmlResources.Read("glossary.md")!)
            .Select(row => new GlossaryEntry(
                row.Groups["word"].Value,
                row.Groups["meaning"].Value,
                row.Groups["also"].Value.Split(", ", StringSplitOptions.RemoveEmptyEntries)
            ))
            .Where(entry => entry.Word != "word"),
    ];

    /// <summary>What a word means; null where the glossary does not have it.</summary>
    public static GlossaryEntry? Find(string word) => All.FirstOrDefault(entry => entry.IsCalled(word));

    /// <summary>What a word, or the id of a check, means, in one sentence or two.</summary>
    /// <exception cref="BadInputException">It is neither.</exception>
    public static string Explain(string word)
    {
        if (Find(word) is { } entry)
            return $"{entry.Word}: {entry.Meaning}";
        if (CheckList.Find(word).ToList() is { Count: > 0 } checks)
            return string.Join('\n', checks.Select(row => $"{row.Id}: {row.Meaning} {row.Remedy}"));
        var known = All.SelectMany(one => one.Also.Prepend(one.Word)).ToList();
        throw new BadInputException(
            $"'{word}' is neither a word of reports nor a check{NearestName.Suggestion(word, known)}; "
                + "`pingmark explain` lists the words, `pingmark list stacks` the stacks"
        );
    }

    [GeneratedRegex(@"^\| (?<word>[^|(]+?)(?: \((?<also>[^|]*)\))? \| (?<meaning>[^|]+) \|$", RegexOptions.Multiline)]
    private static partial Regex Row();
}
