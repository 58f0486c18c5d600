using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Reports.Answers;
using Pingmark.Reports.Sections;

namespace Pingmark.Website;

/// <summary>A run that is published.</summary>
internal sealed class PublishedRun(Summary summary, RunInfo info)
{
    public Summary Summary => summary;

    public RunInfo Info => info;

    /// <summary>What it is called in addresses.</summary>
    public string Id { get; } = Address.IdOf(summary);

    public string Suite => summary.Suite.Length > 0 ? summary.Suite : "unnamed";

    /// <summary>The version of pingmark that measured it.</summary>
    public string Version => summary.Machine.PingmarkVersion is { Length: > 0 } told ? told : Unknown.NotTold;

    /// <summary>The machine on which it was measured; figures of different ones are never ranked together.</summary>
    public RunMachine Machine { get; } = RunMachine.Of(summary.Machine, info.Sites);

    public RunSource Source { get; } = new(summary) { Run = info };

    /// <summary>What must be known before its figures: it is not whole, or must not be used.</summary>
    public IReadOnlyList<string> Cautions { get; } = [.. ReportSentences.Cautions(summary)];

    /// <summary>Its outcome, a sentence each; where these only name figures, what they are stands before
    /// them.</summary>
    public IReadOnlyList<string> Outcome => field ??= [.. Told()];

    private IEnumerable<string> Told()
    {
        if (Source.Groups.Count == 0)
            yield break;
        var answer = AnswerLines.Build(Source);
        if (answer.Lines.Count > 0 && answer.Title.Contains('('))
            yield return $"{answer.Title}:";
        foreach (var line in answer.Lines)
            yield return line.Sentence;
    }
}

/// <summary>Words for what a run does not tell.</summary>
internal static class Unknown
{
    public const string NotTold = "not told";
}
