using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;
using Xunit;

namespace Pingmark.Tests;

/// <summary>README and docs/ can be read: pages and sentences are short, links lead somewhere, and the start page has
/// all pages. Words of tables and code do not count: a table is looked up, not read through.</summary>
public sealed partial class DocsTests
{
    private const int MostWords = 1_500,
        MostWordsOfASentenceOnAverage = 25;

    /// <summary>Pages with fewer are tables, and their sentences have no average.</summary>
    private const int FewestSentences = 5;

    private const string StartPage = "docs/README.md";

    private static readonly string[] Pages =
    [
        "README.md",
        .. Directory
            .EnumerateFiles(Path.Combine(Root(), "docs"), "*.md", SearchOption.AllDirectories)
            .Select(file => Path.GetRelativePath(Root(), file))
            .Order(StringComparer.Ordinal),
    ];

    private static readonly string[] PagesWithLinks = [.. Pages, "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"];

    [Fact]
    public void Pages_are_short() => Assert.All(Pages, IsShort);

    private static void IsShort(string page)
    {
        var words = Word().Count(RunningText(page));
        Assert.True(words <= MostWords, $"{page} has {words} words besides tables and code, {MostWords} at most");
    }

    [Fact]
    public void Sentences_are_short() => Assert.All(Pages, HasShortSentences);

    private static void HasShortSentences(string page)
    {
        var lengths = Sentences(RunningText(page)).Select(sentence => Word().Count(sentence)).ToList();
        var average = lengths.DefaultIfEmpty().Average();
        Assert.True(
            lengths.Count < FewestSentences || average <= MostWordsOfASentenceOnAverage,
            $"sentences of {page} have {average:F1} words on average, {MostWordsOfASentenceOnAverage} at most"
        );
    }

    [Fact]
    public void Links_lead_somewhere() =>
        Assert.All(
            PagesWithLinks,
            page => Assert.Empty(Links(page).Select(link => Problem(page, link)).OfType<string>())
        );

    [Fact]
    public void The_start_page_links_every_page() =>
        Assert.Empty(Pages.Except(Links(StartPage).Select(link => Target(StartPage, link))).Except([StartPage]));

    private static string? Problem(string page, string link)
    {
        var target = Target(page, link);
        if (!Path.Exists(Path.Combine(Root(), target)))
            return $"{link} leads to no file";
        return link.Split('#') is [_, var anchor] && !Anchors(target).Contains(anchor)
            ? $"{link} leads to no heading"
            : null;
    }

    private static string Target(string page, string link) =>
        link.StartsWith('#')
            ? page
            : Path.GetRelativePath(
                Root(),
                Path.GetFullPath(Path.Combine(Root(), Path.GetDirectoryName(page)!, link.Split('#')[0]))
            );

    private static IEnumerable<string> Links(string page) =>
        Link()
            .Matches(WithoutCode(page))
            .Select(match => match.Groups["address"].Value)
            .Where(address => !address.Contains("://", StringComparison.Ordinal));

    /// <summary>What GitHub and others make of headings: lower case, without what is no letter, digit or
    /// hyphen.</summary>
    private static HashSet<string> Anchors(string page) =>
        [
            .. Heading()
                .Matches(WithoutCode(page))
                .Select(match => Markup().Replace(match.Groups["text"].Value, "$1").ToLowerInvariant())
                .Select(text => NoAnchor().Replace(text, "").Replace(' ', '-')),
        ];

    private static string WithoutCode(string page) => Code().Replace(File.ReadAllText(Path.Combine(Root(), page)), "");

    private static string RunningText(string page) =>
        string.Join('\n', WithoutCode(page).Split('\n').Where(line => !line.TrimStart().StartsWith('|')));

    private static IEnumerable<string> Sentences(string text) =>
        from block in Block().Split(CodeSpan().Replace(Markup().Replace(text, "$1"), "code"))
        where !block.TrimStart().StartsWith('#')
        from sentence in SentenceEnd().Split(block)
        where Word().Count(sentence) > 2
        select sentence;

    private static string Root([CallerFilePath] string caller = "") =>
        Path.GetFullPath(Path.Combine(Path.GetDirectoryName(caller)!, "..", ".."));

    [GeneratedRegex(@"^ *```.*?^ *```$", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex Code();

    [GeneratedRegex(@"`[^`]*`")]
    private static partial Regex CodeSpan();

    [GeneratedRegex(@"\]\((?<address>[^)\s]+)\)")]
    private static partial Regex Link();

    [GeneratedRegex(@"\[([^\]]*)\]\([^)]*\)")]
    private static partial Regex Markup();

    [GeneratedRegex(@"^#+ (?<text>.*)$", RegexOptions.Multiline)]
    private static partial Regex Heading();

    [GeneratedRegex(@"[^\w\- ]")]
    private static partial Regex NoAnchor();

    /// <summary>Paragraphs and items of lists.</summary>
    [GeneratedRegex(@"\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )|\n(?=#)")]
    private static partial Regex Block();

    [GeneratedRegex(@"(?<=[.!?:])\**\s+(?=[A-Z`*(])")]
    private static partial Regex SentenceEnd();

    [GeneratedRegex(@"\S*\w\S*")]
    private static partial Regex Word();
}
