using Pingmark.Model;

namespace Pingmark.Website;

/// <summary>What is asked of a website.</summary>
/// <param name="Runs">Folders of runs, or of what holds such folders.</param>
/// <param name="To">The folder that it is written to.</param>
public sealed record WebsiteRequest(IReadOnlyList<string> Runs, string To)
{
    public string Title { get; init; } = "Pingmark results";

    /// <summary>Where it will be published; null: nobody knows.</summary>
    public Uri? Url { get; init; }

    /// <summary>The files of a stack's server in this program's tree.</summary>
    public Func<string, IReadOnlyList<StackSource>> SourcesOf { get; init; } = _ => [];

    /// <summary>The version of pingmark whose sources these are.</summary>
    public string SourcesVersion { get; init; } = "";
}

/// <summary>Writes a website of runs to a folder.</summary>
public static class WebFolder
{
    private const long LargestFirstPage = 64L << 20;

    /// <returns>The path of its first page, and what is left out, each with the reason.</returns>
    /// <exception cref="BadInputException">No run can be read, or the folder holds something else.</exception>
    /// <exception cref="PingmarkException">The disk is full, or the folder can't be written.</exception>
    public static (string First, IReadOnlyList<string> LeftOut) Write(WebsiteRequest request)
    {
        var first = Path.Combine(request.To, Address.First);
        RequireOwn(request.To, first);
        var (runs, leftOut) = PublishedRuns.Read(request.Runs);
        if (runs.Count == 0)
            throw new BadInputException(string.Join("; ", leftOut.Prepend("no run can be published")));
        var content = Content(request, runs);
        try
        {
            foreach (var file in WebPages.All.SelectMany(page => page.Make(content)))
                Write(request.To, file);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new PingmarkException($"the website can't be written: {e.Message}", ExitCode.CellFailed, e);
        }
        return (first, leftOut);
    }

    internal static Content Content(WebsiteRequest request, IReadOnlyList<PublishedRun> runs) =>
        new(runs)
        {
            Title = request.Title,
            Url = request.Url,
            SourcesOf = request.SourcesOf,
            SourcesVersion = request.SourcesVersion,
        };

    /// <summary>A folder with other files is not written to; an earlier website is made anew in its place.</summary>
    private static void RequireOwn(string folder, string first)
    {
        if (!Directory.Exists(folder) || !Directory.EnumerateFileSystemEntries(folder).Any())
            return;
        if (
            !PlainFile.Exists(first)
            || !PlainFile.ReadText(first, LargestFirstPage).Contains(Frame.Generator, StringComparison.Ordinal)
        )
            throw new BadInputException($"{folder} is not empty, and holds no website; choose another with --to");
    }

    private static void Write(string folder, WebFile file)
    {
        var path = Path.Combine(folder, file.Path);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        PlainFile.Write(path, file.Text);
    }
}
