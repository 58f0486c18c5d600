using System.Reflection;

namespace Pingmark.Reports.Html;

/// <summary>The files that are built into the program: the style and scripts of pages, and the glossary.</summary>
internal static class HtmlResources
{
    public static string Style { get; } = Read("page.css")!;
    public static string Script { get; } = Read("page.js")!;

    /// <summary>The script of the page on which a run is watched.</summary>
    public static string Watch { get; } = Read("watch.js")!;

    /// <summary>The script of the list of runs.</summary>
    public static string List { get; } = Read("list.js")!;

    /// <summary>The script that draws charts on a page; null where the program was built without Node.</summary>
    public static string? Charts { get; } = Read("charts.js");

    /// <summary>The script that draws charts as files; null where the program was built without Node.</summary>
    public static string? ChartFiles { get; } = Read("charts-svg.js");

    internal static string? Read(string name)
    {
        using var stream = Assembly.GetExecutingAssembly().GetManifestResourceStream(name);
        return stream is null ? null : new StreamReader(stream).ReadToEnd().ReplaceLineEndings("\n");
    }
}
