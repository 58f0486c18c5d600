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
    /// <param name="data">JSON that holds no <c>&lt;</c>, so that it can't end its element.</param>
    /// <param name="scripts">The program's own.</param>
    public static string Of(string title, string body, string data, IReadOnlyList<string> scripts)
    {
        var style = HtmlResources.Style;
        var policy =
            $"default-src 'none'; script-src {string.Join(' ', scripts.Select(Hash))}; style-src {Hash(style)}; "
            + "base-uri 'none'; form-action 'none'";
        var page = new HtmlText()
            .Raw("<!DOCTYPE html>\n")
            .Open("html", ("lang", "en"))
            .Raw("\n<head>\n<meta charset=\"utf-8\">\n")
            .Open("meta", ("http-equiv", "Content-Security-Policy"), ("content", policy))
            .Raw("\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
            .Raw("<meta name=\"referrer\" content=\"no-referrer\">\n")
            .Raw("<meta name=\"color-scheme\" content=\"light dark\">\n")
            .Element("title", title)
            .Raw($"<style>{style}</style>\n</head>\n<body>\n")
            .Raw(body)
            .Raw($"<script type=\"application/json\" id=\"data\">{data}</script>\n");
        foreach (var script in scripts)
            page.Raw($"<script>{script}</script>\n");
        return page.Raw("</body>\n</html>\n").ToString();
    }

    private static string Hash(string source) =>
        $"'sha256-{Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(source)))}'";
}
