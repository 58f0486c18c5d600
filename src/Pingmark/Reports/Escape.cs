namespace Pingmark.Reports;

/// <summary>Escapes texts for each form of a report. Suites and results may come from anybody, and their labels and
/// messages are printed: nothing in them may steer a terminal, become markup or be run by a spreadsheet.</summary>
internal static class Escape
{
    private const string MarkdownSyntax = "\\`*[]#|";

    /// <summary>The letters with which a formula begins, with their full-width forms, which some spreadsheets take for
    /// the same.</summary>
    private const string FormulaStarts = "=+-@＝＋－＠";

    /// <summary>Escapes for the terminal; the result is for <c>Spectre.Console.Text</c>, which knows no
    /// markup.</summary>
    public static string Terminal(string text) => TerminalSafeText.Plain(text);

    /// <summary>Escapes for a paragraph or a table cell of Markdown, so that neither HTML nor Markdown syntax is
    /// left.</summary>
    public static string Markdown(string text) =>
        string.Concat(
            TerminalSafeText
                .Plain(text)
                .Select(c =>
                    c switch
                    {
                        '&' => "&amp;",
                        '<' => "&lt;",
                        '>' => "&gt;",
                        '\n' => "<br>",
                        _ when MarkdownSyntax.Contains(c) => $"\\{c}",
                        _ => $"{c}",
                    }
                )
        );

    /// <summary>Escapes for text and attributes of HTML. Line ends stay.</summary>
    public static string Html(string text) =>
        TerminalSafeText
            .Plain(text)
            .Replace("&", "&amp;")
            .Replace("<", "&lt;")
            .Replace(">", "&gt;")
            .Replace("\"", "&quot;")
            .Replace("'", "&#39;");

    /// <summary>Escapes for a text field of CSV: a spreadsheet takes text that begins with = + - @ for a formula
    /// (OWASP, CSV injection).</summary>
    public static string Csv(string text)
    {
        var clean = TerminalSafeText.Plain(text).Replace('\n', ' ');
        return clean.Length > 0 && FormulaStarts.Contains(clean.TrimStart().FirstOrDefault()) ? "'" + clean : clean;
    }
}
