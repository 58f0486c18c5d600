using Pingmark.Exports;
using Pingmark.Reports.Html;
using Pingmark.Results;

namespace Pingmark.Cli;

/// <summary>The results of a run of a suite.</summary>
internal sealed class RunResults : IResults
{
    private readonly RunFolder _folder;
    private readonly SummedRun _run;

    public RunResults(string path)
    {
        _folder = RunFolder.Open(path);
        _run = SummedRun.Read(_folder);
    }

    public string Page => HtmlReport.Render(_run.Summary, _run.Info, ChartSources.Collect(_run.Info, _run.Trials));

    public IReadOnlyList<string> Damages => [.. RecordedRun.DamageTexts(_run.Summary.Notes)];

    public IReadOnlyList<(string Name, string Text)> Export(IReadOnlyList<string> formats)
    {
        var run = new ExportedRun(_folder.Name, _run.Info, _run.Trials, _run.Summary);
        return RunExports
            .All.Where(exporter => formats.Count == 0 || formats.Contains(exporter.Name))
            .SelectMany(exporter => exporter.Files(run))
            .ToList();
    }

    public Task<IReadOnlyList<(string Name, string Text)>> DrawAsync(CancellationToken cancel) =>
        ChartFiles.DrawAsync(_run.Info, _run.Trials, _run.Summary, cancel);

    public void Dispose() => _folder.Dispose();
}
