using System.Security.Cryptography;
using System.Text;

namespace Pingmark.Reports.Html;

/// <summary>Makes a page that loads nothing else. Its policy lets the browser run and load only what has the hash of
/// the program's own scripts and style, so that text from suites and folders stays text even where an escape was
/// forgotten.</summary>
internal static class HtmlPage
{
    /// <param name="title">The title of the window.</param>
    /// <param name="body">The body's markup.</param>
    /// <param name="data">JSON without <c>&lt;</c>, so that it can't end its element; null: none.</param>
    /// <param name="scripts">The program's own scripts.</param>
    public static string Render(
        string title,
        string body,
        string? data,
        IReadOnlyList<string> scripts,
        PageOrigin origin
    )
    {
        var page = new HtmlText()
            .Raw("<!DOCTYPE html>\n")
            .Open("html", ("lang", "en"))
            .Raw("\n<head>\n<meta charset=\"utf-8\">\n")
            .Open("meta", ("http-equiv", "Content-Security-Policy"), ("content", Policy(scripts, origin)))
            .Raw("\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
            .Raw($"<meta name=\"referrer\" content=\"{origin.Referrer}\">\n")
            .Raw("<meta name=\"color-scheme\" content=\"light dark\">\n")
            .Element("title", title)
            .Raw($"<style>{HtmlResources.Style}</style>\n</head>\n<body>\n")
            .Raw(body);
        if (data is not null)
            page.Raw($"<script type=\"application/json\" id=\"data\">{data}</script>\n");
        foreach (var script in scripts)
            page.Raw($"<script>{script}</script>\n");
        return page.Raw("</body>\n</html>\n").ToString();
    }

    /// <summary>The content security policy: what the browser may run and load.</summary>
    public static string Policy(IReadOnlyList<string> scripts, PageOrigin origin)
    {
        var run = scripts.Count == 0 ? "'none'" : string.Join(' ', scripts.Select(Hash));
        return $"default-src 'none'; script-src {run}; style-src {Hash(HtmlResources.Style)}; "
            + $"base-uri 'none'; {origin.Policy}";
    }

    private static string Hash(string source) =>
        $"'sha256-{Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(source)))}'";
}

/// <summary>Where a page comes from, which decides what it may do.</summary>
/// <param name="Policy">What it may do besides being shown.</param>
/// <param name="Referrer">Who is told which page a reader comes from.</param>
internal sealed record PageOrigin(string Policy, string Referrer)
{
    /// <summary>A file, which contacts nobody.</summary>
    public static PageOrigin File { get; } = new("form-action 'none'", "no-referrer");

    /// <summary><c>pingmark ui</c>, whose pages contact their own server. Without a referrer a browser would not say
    /// where a form was sent from, either.</summary>
    public static PageOrigin Served { get; } = new("connect-src 'self'; form-action 'self'", "same-origin");
}
