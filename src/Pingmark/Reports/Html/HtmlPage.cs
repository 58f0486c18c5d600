using System.Security.Cryptography;
using System.Text;

namespace Pingmark.Reports.Html;

/// <summary>
/// A page that needs nothing but itself. Its policy lets the browser run and load only what has the hash of the
/// program's own scripts and style, so what comes from suites and folders is text even where an escape was forgotten.
/// </summary>
internal static class HtmlPage
{
    /// <param name="title">For the window.</param>
    /// <param name="body">Markup.</param>
    /// <param name="data">JSON that holds no <c>&lt;</c>, so that it can't end its element; null: none.</param>
    /// <param name="scripts">The program's own.</param>
    /// <param name="surroundings">A file of its own when not given.</param>
    public static string Of(
        string title,
        string body,
        string? data,
        IReadOnlyList<string> scripts,
        HtmlSurroundings? surroundings = null
    )
    {
        surroundings ??= HtmlSurroundings.None;
        var page = new HtmlText()
            .Raw("<!DOCTYPE html>\n")
            .Open("html", ("lang", "en"))
            .Raw("\n<head>\n<meta charset=\"utf-8\">\n")
            .Open("meta", ("http-equiv", "Content-Security-Policy"), ("content", Policy(scripts, surroundings)))
            .Raw("\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
            .Raw($"<meta name=\"referrer\" content=\"{surroundings.Referrer}\">\n")
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

    /// <summary>What the browser may do.</summary>
    public static string Policy(IReadOnlyList<string> scripts, HtmlSurroundings surroundings)
    {
        var run = scripts.Count == 0 ? "'none'" : string.Join(' ', scripts.Select(Hash));
        return $"default-src 'none'; script-src {run}; style-src {Hash(HtmlResources.Style)}; "
            + $"base-uri 'none'; {surroundings.Policy}";
    }

    private static string Hash(string source) =>
        $"'sha256-{Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(source)))}'";
}

/// <summary>Where a page comes from.</summary>
/// <param name="Policy">What it may do besides being shown.</param>
/// <param name="Referrer">Who is told where a reader comes from.</param>
internal sealed record HtmlSurroundings(string Policy, string Referrer)
{
    /// <summary>A file: it reaches nobody.</summary>
    public static HtmlSurroundings None { get; } = new("form-action 'none'", "no-referrer");

    /// <summary>A page of <c>pingmark ui</c>: it reaches the server that it came from. Without a referrer a browser
    /// would say nothing of where a form was sent from, either.</summary>
    public static HtmlSurroundings Served { get; } = new("connect-src 'self'; form-action 'self'", "same-origin");
}
