using Pingmark.Host;
using Pingmark.Reports;
using Pingmark.Schema;

namespace Pingmark.Ui;

/// <summary>Tells how runs came out, as their summaries say; each is read once, unless it changes.</summary>
internal sealed class RunOutcomes(RunsOfFolder runs)
{
    /// <summary>The most runs whose summaries are read for one page.</summary>
    private const int Most = 200;

    private const long LargestSummary = 16L << 20;

    private readonly Lock _lock = new();
    private readonly Dictionary<string, (DateTime Written, long Bytes, IReadOnlyList<string> Lines)> _known = [];

    /// <summary>The answer of each of these runs, a few sentences; nothing of those that have no summary, and of
    /// runs beyond the newest.</summary>
    public IReadOnlyDictionary<string, IReadOnlyList<string>> Of(IEnumerable<ListedRun> listed)
    {
        lock (_lock)
            return listed
                .Where(run => run.State == RunState.Finished)
                .Take(Most)
                .ToDictionary(run => run.Name, run => Of(run.Name));
    }

    private IReadOnlyList<string> Of(string name)
    {
        try
        {
            var file = new FileInfo(Path.Combine(runs.PathOf(name), "summary.json"));
            if (
                _known.TryGetValue(name, out var known)
                && (known.Written, known.Bytes) == (file.LastWriteTimeUtc, file.Length)
            )
                return known.Lines;
            var summary = SummaryJson.ParseStrictly(PlainFile.ReadText(file.FullName, LargestSummary), file.Name);
            var lines = RunReport.Outcome(summary);
            _known[name] = (file.LastWriteTimeUtc, file.Length, lines);
            return lines;
        }
        catch (Exception e) when (e is PingmarkException or IOException or UnauthorizedAccessException)
        {
            return [e.Message];
        }
    }
}
