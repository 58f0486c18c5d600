namespace Pingmark.Website;

/// <summary>A file of a website.</summary>
/// <param name="Path">Its path below the website's folder, with slashes.</param>
internal sealed record WebFile(string Path, string Text)
{
    /// <summary>What leads from it to the website's folder.</summary>
    public static string ToRoot(string path) => path.Contains('/') ? "../" : "";
}
