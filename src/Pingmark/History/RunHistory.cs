using System.Text.Json;
using Pingmark.Model;
using Pingmark.Results;

namespace Pingmark.History;

/// <summary>A run as its folder has it.</summary>
/// <param name="Folder">Below the folder of runs.</param>
public sealed record PastRun(string Folder, Summary Summary);

/// <summary>What is in a folder of runs.</summary>
/// <param name="Runs">The oldest first.</param>
/// <param name="Skipped">Folders that hold no readable run, each with the reason.</param>
public sealed record RunHistory(IReadOnlyList<PastRun> Runs, IReadOnlyList<string> Skipped)
{
    private const string SummaryFile = "summary.json",
        RunFile = "run.json";
    private const long LargestSummary = 64L << 20;

    /// <summary>Reads each run's summary; one that was killed has none, and is summed up from its trials.</summary>
    /// <exception cref="BadInputException">There is no such folder.</exception>
    public static RunHistory Read(string folder)
    {
        var (runs, skipped) = (new List<PastRun>(), new List<string>());
        foreach (var name in Folders(folder))
        {
            var path = Path.Combine(folder, name);
            try
            {
                runs.Add(new(name, SummaryOf(path)));
            }
            catch (Exception e)
                when (e is PingmarkException or JsonException or IOException or UnauthorizedAccessException)
            {
                skipped.Add($"{name}: {e.Message}");
            }
        }
        return new(
            runs.OrderBy(run => run.Summary.StartedAt).ThenBy(run => run.Folder, StringComparer.Ordinal).ToList(),
            skipped
        );
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
            throw new BadInputException($"no run (no {RunFile})");
        var file = Path.Combine(path, SummaryFile);
        if (PlainFile.Exists(file))
            return SummaryJson.ParseStrictly(PlainFile.ReadText(file, LargestSummary), file);
        using var folder = RunFolder.Open(path);
        return SummaryBuilder.Build(folder.ReadInfo(), folder.ReadTrials(), null, interrupted: true);
    }
}
