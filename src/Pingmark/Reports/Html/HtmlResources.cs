using System.Reflection;

namespace Pingmark.Reports.Html;

/// <summary>The resources of a page: its style, its script, and the charts where Node was there when this program was
/// built.</summary>
internal static class HtmlResources
{
    public static string Style { get; } = Read("page.css")!;
    public static string Script { get; } = Read("page.js")!;

    /// <summary>The script of the page on which a run is watched.</summary>
    public static string Watch { get; } = Read("watch.js")!;

    /// <summary>The script of the list of runs.</summary>
    public static string List { get; } = Read("list.js")!;

    /// <summary>The script that draws charts on a page; null where this program was built without Node.</summary>
    public static string? Charts { get; } = Read("charts.js");

    /// <summary>The script that draws charts as files, under Node; null where this program was built without
    /// Node.</summary>
    public static string? ChartFiles { get; } = Read("charts-svg.js");

    /// <summary>A resource's text by its name; null where this program has none of that name.</summary>
    public static string? Read(string name)
    {
        using var stream = Assembly.GetExecutingAssembly().GetManifestResourceStream(name);
        if (stream is null)
            return null;
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd().ReplaceLineEndings("\n");
    }
}
