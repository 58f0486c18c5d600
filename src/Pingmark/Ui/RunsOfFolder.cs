using Pingmark.Model;
using Pingmark.Results;

namespace Pingmark.Ui;

/// <summary>Whether a run is measured, or how it ended.</summary>
internal enum RunState
{
    Running,
    Finished,

    /// <summary>It was killed; the trials that were finished are there.</summary>
    Unfinished,
}

/// <summary>A run in the folder, as its run.json describes it.</summary>
internal sealed record ListedRun(string Name, RunInfo Info, RunState State);

/// <summary>Lists the runs in a folder, the newest first.</summary>
/// <param name="folder">The folder, which need not exist yet.</param>
internal sealed class RunsOfFolder(string folder)
{
    /// <summary>The most runs that a page lists.</summary>
    private const int Most = 1000;

    public string Folder => folder;

    public string PathOf(string name) => Path.Combine(folder, name);

    /// <returns>The runs, and the folders that are none, each with the reason.</returns>
    public (IReadOnlyList<ListedRun> Runs, IReadOnlyList<string> Skipped) List()
    {
        var (runs, skipped) = (new List<ListedRun>(), new List<string>());
        foreach (var name in Names())
            try
            {
                runs.Add(Find(name));
            }
            catch (Exception e) when (e is PingmarkException or IOException or UnauthorizedAccessException)
            {
                skipped.Add($"{name}: {e.Message}");
            }
        return (
            runs.OrderByDescending(run => run.Info.StartedAt)
                .ThenBy(run => run.Name, StringComparer.Ordinal)
                .Take(Most)
                .ToList(),
            skipped
        );
    }

    /// <exception cref="BadInputException">There is no run of that name.</exception>
    public ListedRun Find(string name)
    {
        if (!Names().Contains(name))
            throw new BadInputException($"there is no run {name}");
        var path = PathOf(name);
        using var run = RunFolder.Open(path);
        var state =
            RunFolder.IsLocked(path) ? RunState.Running
            : PlainFile.Exists(run["summary.json"]) ? RunState.Finished
            : RunState.Unfinished;
        return new(name, run.ReadInfo(), state);
    }

    private List<string> Names() =>
        Directory.Exists(folder)
            ? new DirectoryInfo(folder)
                .EnumerateDirectories()
                .Where(one => one.LinkTarget is null)
                .Select(one => one.Name)
                .Order(StringComparer.Ordinal)
                .ToList()
            : [];
}
