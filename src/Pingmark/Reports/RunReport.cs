using Pingmark.Model;
using Pingmark.Reports.Answers;
using Pingmark.Reports.Document;
using Pingmark.Reports.Sections;

namespace Pingmark.Reports;

/// <summary>Makes the document of a run from its sections.</summary>
public static class RunReport
{
    /// <summary>The sections in their order, with the media that show them; where a section has nothing to say about a
    /// run, its blocks are empty.</summary>
    private static readonly IReadOnlyList<(Media Media, Func<RunSource, Section> Of)> Sections =
    [
        (Media.Pipe | Media.Files, AnswerSection.Build),
        (Media.Text, MatrixSection.Build),
        (Media.Page, WarningsSection.Build),
        (Media.Page, ChartsSection.BuildFirst),
        (Media.Page, MatrixSection.Build),
        (Media.Page, OutcomeSection.Build),
        (Media.Markdown, RemarksSection.BeforeFigures),
        (Media.Text, ResultsSection.Build),
        (Media.Screen, ResultsSection.HowToRead),
        (Media.Page, FiguresSection.Build),
        (Media.Page, ChartsSection.Build),
        (Media.Text, LapsSection.Build),
        (Media.All, TailSection.Build),
        (Media.All, VariantsSection.Build),
        (Media.All, PublishedSection.Build),
        (Media.Files, SamplesSection.Build),
        (Media.Files, CpuSection.Build),
        (Media.Files, NetworksSection.Build),
        (Media.Files, MethodSection.Build),
        (Media.Page, SourcesSection.Build),
        (Media.Terminal, RemarksSection.InShort),
        (Media.Pipe | Media.Page, RemarksSection.Build),
        (Media.Markdown, RemarksSection.BuildPassed),
        (Media.Screen, FilesSection.Build),
        // The last lines are those that a terminal shows when the command has ended.
        (Media.Terminal, AnswerSection.Build),
    ];

    /// <summary>The file that has what a terminal has no room for.</summary>
    internal const string WholeFile = "report.html";

    /// <param name="summary">The run's summary.</param>
    /// <param name="medium">The medium that will show it.</param>
    /// <param name="folder">The folder of the run's files as the user would type it; null when nothing was
    /// kept.</param>
    public static ReportDocument Build(Summary summary, Media medium, string? folder = null) =>
        Build(new RunSource(summary) { Folder = folder }, medium);

    internal static ReportDocument Build(RunSource run, Media medium) =>
        Build(run, Sections.Where(section => section.Media.HasFlag(medium)).Select(section => section.Of(run)));

    /// <summary>The answer in words, a sentence each.</summary>
    public static IReadOnlyList<string> Outcome(Summary summary) =>
        summary.Cells.Count == 0
            ? []
            : AnswerLines.Build(new(summary)).Lines.Select(line => $"{line.Lead}: {line.Text}").ToList();

    /// <summary>The parts that a reader wants to see while the run is measured.</summary>
    internal static ReportDocument Glance(RunSource run) =>
        Build(run, [AnswerSection.Build(run), OutcomeSection.Build(run), FiguresSection.Build(run)]);

    private static ReportDocument Build(RunSource run, IEnumerable<Section> sections) =>
        new(run.Summary.Suite, sections.ToList())
        {
            About = run.Summary.About,
            Facts = [ReportSentences.Run(run.Summary), ReportSentences.Machine(run.Summary.Machine)],
            Cautions = ReportSentences.Cautions(run.Summary).ToList(),
            WholeFile = run.Folder is null ? null : WholeFile,
        };
}
