using System.Text.Json;
using Pingmark.Model;
using Pingmark.Results;
using Pingmark.Schema;

namespace Pingmark.History;

/// <summary>Reads a folder of runs.</summary>
public static class RunsFolder
{
    private const string SummaryFile = "summary.json",
        RunFile = "run.json";
    private const long LargestSummary = 64L << 20;

    /// <summary>Reads each run's summary, one after the other; a run that was killed has none, and is summed up from
    /// its trials. What can't be read as a run has a problem in place of a summary.</summary>
    /// <exception cref="BadInputException">There is no such folder.</exception>
    public static IEnumerable<(string Name, Summary? Summary, string Problem)> Read(string folder)
    {
        foreach (var name in Folders(folder))
        {
            Summary? summary = null;
            var problem = "";
            try
            {
                summary = SummaryOf(Path.Combine(folder, name));
            }
            catch (Exception e)
                when (e is PingmarkException or JsonException or IOException or UnauthorizedAccessException)
            {
                problem = e.Message;
            }
            yield return (name, summary, problem);
        }
    }

    /// <summary>Whether the run is being measured at this moment.</summary>
    public static bool IsMeasured(string folder, string name)
    {
        try
        {
            return RunFolder.IsLocked(Path.Combine(folder, name));
        }
        catch (IOException)
        {
            return false;
        }
    }

    private static List<string> Folders(string folder)
    {
        try
        {
            return new DirectoryInfo(folder)
                .EnumerateDirectories()
                .Select(d => d.Name)
                .Order(StringComparer.Ordinal)
                .ToList();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new BadInputException($"{folder} holds no runs: {e.Message}; --runs names the folder of runs");
        }
    }

    private static Summary SummaryOf(string path)
    {
        if (!PlainFile.Exists(Path.Combine(path, RunFile)))
            throw new BadInputException(RunFolder.CapacitySearchHint(path) ?? $"no run (no {RunFile})");
        var file = Path.Combine(path, SummaryFile);
        if (PlainFile.Exists(file))
            return SummaryJson.ParseStrictly(PlainFile.ReadText(file, LargestSummary), file);
        using var folder = RunFolder.Open(path);
        return SummedRun.Read(folder).Summary;
    }
}
