using System.Text.Json;
using Pingmark.Formatting;
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

    /// <summary>The longest name that is shown, in letters.</summary>
    private const int LongestName = 16 << 10;

    /// <summary>Reads each run's summary, one after the other; a run that was killed has none, and is summed up from
    /// its trials. What can't be read as a run has a problem in place of a summary.</summary>
    /// <exception cref="BadInputException">There is no such folder.</exception>
    public static IEnumerable<(string Name, Summary? Summary, string Problem)> Read(string folder)
    {
        foreach (var name in Folders(folder))
        {
            var (summary, problem) = ReadOne(Path.Combine(folder, name));
            yield return (name, summary, problem);
        }
    }

    /// <summary>Reads the summary of one run as <see cref="Read"/> does.</summary>
    /// <param name="path">The run's own folder.</param>
    public static (Summary? Summary, string Problem) ReadOne(string path)
    {
        try
        {
            return (Checked(SummaryOf(path)), "");
        }
        catch (Exception e) when (e is PingmarkException or JsonException or IOException or UnauthorizedAccessException)
        {
            return (null, e.Message);
        }
    }

    /// <summary>Whether the run is being measured at this moment.</summary>
    public static bool IsMeasured(string folder, string name)
    {
        try
        {
            return RunFolder.IsWritten(Path.Combine(folder, name));
        }
        catch (IOException)
        {
            return false;
        }
    }

    /// <summary>The names of the folders in it.</summary>
    /// <exception cref="BadInputException">There is no such folder.</exception>
    public static IReadOnlyList<string> Folders(string folder)
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
            var why = e is DirectoryNotFoundException ? "there is no such folder" : e.Message.TrimEnd('.');
            throw new BadInputException(
                $"{folder} holds no runs: {why}; name another folder, or `pingmark run quick` makes a first run"
            );
        }
    }

    private static Summary SummaryOf(string path)
    {
        if (!PlainFile.Exists(Path.Combine(path, RunFile)))
            throw new BadInputException(RunFolder.SearchInPlaceOfRun(path) ?? $"no run (no {RunFile})");
        var file = Path.Combine(path, SummaryFile);
        if (PlainFile.Exists(file))
            return SummaryJson.ParseStrictly(PlainFile.ReadText(file, LargestSummary), file);
        using var folder = RunFolder.Open(path);
        return SummedRun.Read(folder).Summary;
    }

    private static Summary Checked(Summary summary)
    {
        IEnumerable<string> names =
        [
            summary.Suite,
            .. summary.Machine.Facts.Select(fact => fact.Value),
            .. summary.Cells.SelectMany(cell => new[] { cell.Label, cell.Stack, cell.Client }),
        ];
        var longest = names.Max(name => name.Length);
        return longest <= LongestName
            ? summary
            : throw new BadInputException(
                $"a name in it has {NumberText.Count(longest)} letters, {NumberText.Count(LongestName)} are the most"
            );
    }
}
