using System.Globalization;
using Pingmark.Reports.Html;

namespace Pingmark.Website;

/// <summary>By what the rows of a page can be filtered. Each row has tags: of its run (<c>s0 m1 v0</c>), and one for
/// each kind of stack in it (<c>l0.t2.w1</c>), so that a run is found by one stack that fits, and not by several that
/// fit in part. The page's script (<c>facets.js</c>) reads them.</summary>
internal sealed class Facets(Content content)
{
    /// <param name="Mark">The first letter of its tags.</param>
    private sealed record OfRun(string Title, char Mark, Func<Content, PublishedRun, string> Of);

    private sealed record OfStack(string Title, char Mark, Func<StackFacts, string> Of);

    private static readonly IReadOnlyList<OfRun> Runs =
    [
        new("Suite", 's', (_, run) => run.Suite),
        new("Machine", 'm', (content, run) => content.TitleOf(run.Machine)),
        new("Pingmark", 'v', (_, run) => run.Version),
    ];

    private static readonly IReadOnlyList<OfStack> Stacks =
    [
        new("Language", 'l', facts => facts.Language),
        new("Transport", 't', facts => facts.Transport),
        new("Class", 'w', facts => facts.Waits),
    ];

    private readonly Dictionary<char, List<string>> _values = Runs.Select(facet => facet.Mark)
        .Concat(Stacks.Select(facet => facet.Mark))
        .ToDictionary(mark => mark, _ => new List<string>());

    /// <summary>The tags of a row.</summary>
    public string Tags(PublishedRun run, IEnumerable<StackFacts> stacks) =>
        string.Join(
            ' ',
            [
                .. Runs.Select(facet => Tag(facet.Mark, facet.Of(content, run))),
                .. stacks
                    .Distinct()
                    .Select(facts => string.Join('.', Stacks.Select(facet => Tag(facet.Mark, facet.Of(facts))))),
            ]
        );

    /// <summary>Adds what is chosen from, for rows whose tags were made before; a facet of one value alone is left
    /// out.</summary>
    public void AddTo(HtmlText page)
    {
        page.Open("div", ("class", "controls"), ("id", "facets"), ("hidden", ""));
        foreach (var (title, mark) in Runs.Select(f => (f.Title, f.Mark)).Concat(Stacks.Select(f => (f.Title, f.Mark))))
            if (_values[mark].Count > 1)
                Add(page, title, mark);
        page.Element("button", "Show all", ("type", "button"), ("id", "all"));
        page.Element("output", "", ("id", "found-rows"), ("class", "small")).Close("div");
    }

    private void Add(HtmlText page, string title, char mark)
    {
        page.Open("label").Text($"{title} ").Open("select", ("name", title.ToLowerInvariant()));
        page.Element("option", "all", ("value", ""));
        foreach (var (at, value) in _values[mark].Index().OrderBy(value => value.Item, StringComparer.Ordinal))
            page.Element("option", value, ("value", Tag(mark, at)));
        page.Close("select").Close("label");
    }

    private string Tag(char mark, string value)
    {
        var values = _values[mark];
        if (values.IndexOf(value) is >= 0 and var known)
            return Tag(mark, known);
        values.Add(value);
        return Tag(mark, values.Count - 1);
    }

    private static string Tag(char mark, int at) => string.Create(CultureInfo.InvariantCulture, $"{mark}{at}");
}
