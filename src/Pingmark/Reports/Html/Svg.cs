using System.Globalization;

namespace Pingmark.Reports.Html;

/// <summary>What the small drawings of pages are made of.</summary>
internal static class Svg
{
    /// <summary>Begins a drawing. It is hidden from those who hear the page, because what it shows stands in words
    /// beside it.</summary>
    public static HtmlText Open(HtmlText page, string kind, double width, double height) =>
        page.Open(
            "svg",
            ("class", kind),
            ("viewBox", $"0 0 {Number(width)} {Number(height)}"),
            ("width", Number(width)),
            ("height", Number(height)),
            ("aria-hidden", "true")
        );

    /// <summary>A length or a place, in pixels.</summary>
    public static string Number(double value) => value.ToString("0.##", CultureInfo.InvariantCulture);
}
