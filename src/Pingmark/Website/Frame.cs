using Pingmark.Reports.Html;

namespace Pingmark.Website;

/// <summary>What all pages have around them: where one is, and what leads elsewhere.</summary>
internal static class Frame
{
    /// <summary>Tells a website's first page from any other file of its name.</summary>
    public const string Generator = "<meta name=\"generator\" content=\"Pingmark, a website of runs\">\n";

    /// <param name="path">The page's address.</param>
    /// <param name="title">Its heading.</param>
    /// <param name="facts">What is said below the heading.</param>
    /// <param name="main">Adds what is in it.</param>
    /// <param name="scripts">This website's scripts that it runs.</param>
    /// <param name="data">What these read, as JSON without <c>&lt;</c>; null: nothing.</param>
    public static WebFile Page(
        Content content,
        string path,
        string title,
        IReadOnlyList<string> facts,
        Action<HtmlText> main,
        IReadOnlyList<string> scripts,
        string? data = null
    )
    {
        var page = new HtmlText().Open("header").Open("div", ("class", "top")).Element("h1", title);
        page.Element("button", "Dark", ("type", "button"), ("id", "theme"), ("hidden", "")).Close("div");
        foreach (var fact in facts.Where(fact => fact.Length > 0))
            page.Element("p", fact, ("class", "facts"));
        page.Close("header").Open("main");
        main(page);
        return Around(content, path, title, page.Close("main"), scripts, data);
    }

    /// <param name="body">The markup of a header and of what is in the page.</param>
    public static WebFile Around(
        Content content,
        string path,
        string title,
        HtmlText body,
        IReadOnlyList<string> scripts,
        string? data = null
    )
    {
        var root = WebFile.ToRoot(path);
        var page = new HtmlText().Open("nav", ("aria-label", "Website"), ("class", "links"));
        if (path != Address.First)
            page.Link($"{root}{Address.First}", content.Title);
        page.Link($"{root}{Address.Comparison}", "Compare any two");
        page.Link($"{root}{Address.Feed}", "RSS").Close("nav").Raw(body.ToString());
        return new(
            path,
            HtmlPage.Render(
                path == Address.First ? title : $"{title} - {content.Title}",
                page.ToString(),
                data,
                [HtmlResources.Script, .. scripts],
                new("form-action 'none'", "no-referrer") { Scripts = ["'strict-dynamic'"], Head = Head(root) }
            )
        );
    }

    /// <summary>A script of this website's own.</summary>
    public static string Script(string name) => HtmlResources.Read($"website.{name}.js")!;

    private static string Head(string root) =>
        Generator
        + new HtmlText().Open(
            "link",
            ("rel", "alternate"),
            ("type", "application/rss+xml"),
            ("title", "Runs"),
            ("href", $"{root}{Address.Feed}")
        )
        + "\n";
}
