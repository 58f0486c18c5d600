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
    /// <param name="surroundings">Where the page comes from; null: it is a file.</param>
    public static string Render(
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
            .Raw(surroundings.Head)
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
    public static string Policy(IReadOnlyList<string> scripts, HtmlSurroundings surroundings)
    {
        var run = scripts.Count == 0 ? "'none'" : string.Join(' ', [.. scripts.Select(Hash), .. surroundings.Scripts]);
        return $"default-src 'none'; script-src {run}; style-src {Hash(HtmlResources.Style)}; "
            + $"base-uri 'none'; {surroundings.Policy}";
    }

    private static string Hash(string source) =>
        $"'sha256-{Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(source)))}'";
}

/// <summary>Where a page comes from, which decides what it may do.</summary>
/// <param name="Policy">What it may do besides being shown.</param>
/// <param name="Referrer">Who is told which page a reader comes from.</param>
internal sealed record HtmlSurroundings(string Policy, string Referrer)
{
    /// <summary>What its scripts may run besides themselves, in the words of a content security policy.</summary>
    public IReadOnlyList<string> Scripts { get; init; } = [];

    /// <summary>Markup of its head: what it is, and what belongs to it.</summary>
    public string Head { get; init; } = "";

    /// <summary>The surroundings of a file, which contacts nobody.</summary>
    public static HtmlSurroundings None { get; } = new("form-action 'none'", "no-referrer");

    /// <summary>The surroundings of a page of <c>pingmark ui</c>, which contacts its own server. Without a referrer a
    /// browser would not say where a form was sent from, either.</summary>
    public static HtmlSurroundings Served { get; } = new("connect-src 'self'; form-action 'self'", "same-origin");
}
