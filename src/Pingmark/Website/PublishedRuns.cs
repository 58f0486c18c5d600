using Pingmark.History;
using Pingmark.Results;

namespace Pingmark.Website;

/// <summary>Reads the runs that are to be published.</summary>
internal static class PublishedRuns
{
    /// <param name="paths">Folders of runs, or of what holds such folders.</param>
    /// <returns>The runs, the newest first, and what is left out, each with the reason.</returns>
    /// <exception cref="BadInputException">There is no such folder.</exception>
    public static (IReadOnlyList<PublishedRun> Runs, IReadOnlyList<string> LeftOut) Read(IEnumerable<string> paths)
    {
        var (runs, leftOut) = (new Dictionary<string, (string Path, PublishedRun Run)>(), new List<string>());
        foreach (var path in paths.SelectMany(Folders))
            try
            {
                var run = ReadOne(path);
                if (!runs.TryAdd(run.Id, (path, run)))
                    leftOut.Add($"{path}: the same run as {runs[run.Id].Path}");
            }
            catch (Exception e) when (e is PingmarkException or IOException or UnauthorizedAccessException)
            {
                // Most messages begin with the path.
                leftOut.Add(e.Message.StartsWith(path, StringComparison.Ordinal) ? e.Message : $"{path}: {e.Message}");
            }
        return (
            [
                .. runs
                    .Values.Select(read => read.Run)
                    .OrderByDescending(run => run.Summary.StartedAt)
                    .ThenBy(run => run.Id, StringComparer.Ordinal),
            ],
            leftOut
        );
    }

    private static PublishedRun ReadOne(string path)
    {
        using var folder = RunFolder.Open(path);
        if (RunFolder.IsWritten(path))
            throw new BadInputException("it is being measured");
        var (summary, problem) = RunsFolder.ReadOne(path);
        if (summary is not null)
            return new(summary, folder.ReadInfo());
        throw new BadInputException(
            PlainFile.Exists(folder["trials.jsonl"])
                ? $"{problem}; `pingmark report {path}` makes it anew from the run's trials"
                : problem
        );
    }

    private static IEnumerable<string> Folders(string path) =>
        File.Exists(Path.Combine(path, "run.json")) || File.Exists(Path.Combine(path, RunFolder.SearchFile))
            ? [path]
            : RunsFolder.Folders(path).Select(name => Path.Combine(path, name));
}
