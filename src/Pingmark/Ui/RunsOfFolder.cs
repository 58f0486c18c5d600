using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Results;
using Pingmark.Schema;

namespace Pingmark.Ui;

internal enum RunState
{
    Running,
    Finished,

    /// <summary>It was killed; the trials that were finished are there.</summary>
    Unfinished,
}

internal sealed record ListedRun(string Name, RunInfo Info, RunState State);

/// <summary>Lists the runs in a folder, the newest first.</summary>
internal sealed class RunsOfFolder(string folder)
{
    private const int MaxRuns = 1000;
    private const long MaxSummaryBytes = 16L << 20;

    public string Folder => folder;

    public string PathOf(string name) => Path.Combine(folder, name);

    /// <returns>The runs, and why other folders were skipped.</returns>
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
                .Take(MaxRuns)
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

    /// <summary>A finished run's answer in a few sentences; empty for other runs.</summary>
    public IReadOnlyList<string> OutcomeOf(ListedRun run)
    {
        if (run.State != RunState.Finished)
            return [];
        try
        {
            var file = Path.Combine(PathOf(run.Name), "summary.json");
            return RunReport.Outcome(
                SummaryJson.ParseStrictly(PlainFile.ReadText(file, MaxSummaryBytes), Path.GetFileName(file))
            );
        }
        catch (Exception e) when (e is PingmarkException or IOException or UnauthorizedAccessException)
        {
            return [e.Message];
        }
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
