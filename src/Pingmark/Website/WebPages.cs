namespace Pingmark.Website;

/// <summary>All kinds of files that a website has, one row each.</summary>
internal static class WebPages
{
    public static readonly IReadOnlyList<(string Kind, Func<Content, IEnumerable<WebFile>> Make)> All =
    [
        ("the first page", FirstPage.Make),
        ("a page for each suite", SuitePage.Make),
        ("a page for each run", RunPage.Make),
        ("a page for each stack", StackPage.Make),
        ("the comparison of any two", ComparePage.Make),
        ("its data of each run", RunData.Make),
        ("the index of the search", SearchIndex.Make),
        ("the feed", Feed.Make),
    ];
}
