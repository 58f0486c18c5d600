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
        (Media.Files, AnswerSection.Build),
        (Media.Text, MatrixSection.Build),
        (Media.Terminal, SideBySideSection.Build),
        (Media.Page, WarningsSection.Build),
        (Media.Page, ChartsSection.BuildFirst),
        (Media.Page, MatrixSection.Build),
        (Media.Page, SideBySideSection.Build),
        (Media.Markdown, RemarksSection.BeforeFigures),
        (Media.Verbose | Media.Markdown, ResultsSection.Build),
        (Media.Verbose, ResultsSection.HowToRead),
        (Media.Page, FiguresSection.Build),
        (Media.Page, ChartsSection.Build),
        (Media.Verbose | Media.Markdown, LapsSection.Build),
        (Media.Verbose | Media.Files, TailSection.Build),
        (Media.Verbose | Media.Files, PublishedSection.Build),
        (Media.Files, SamplesSection.Build),
        (Media.Files, CpuSection.Build),
        (Media.Files, NetworksSection.Build),
        (Media.Files, MethodSection.Build),
        (Media.Page, SourcesSection.Build),
        (Media.Terminal, RemarksSection.WhyWithoutFigures),
        (Media.Verbose | Media.Page, RemarksSection.Build),
        (Media.Markdown, RemarksSection.BuildPassed),
        (Media.Verbose, AnswerSection.Build),
        (Media.Terminal, AnswerSection.BeforeTheEnd),
        // The last lines are those that a terminal shows when the command has ended.
        (Media.Terminal, AnswerSection.AtTheEnd),
        (Media.Screen, FilesSection.Build),
    ];

    /// <summary>The file that has what a terminal has no room for.</summary>
    internal const string WholeFile = "report.html";

    /// <param name="summary">The run's summary.</param>
    /// <param name="medium">The medium that will show it.</param>
    /// <param name="folder">The folder of the run's files as the user would type it; null when nothing was
    /// kept.</param>
    public static ReportDocument Build(Summary summary, Media medium, string? folder = null) =>
        Build(new RunSource(summary) { Folder = folder }, medium);

    internal static ReportDocument Build(RunSource run, Media medium)
    {
        var document = Build(
            run,
            Sections.Where(section => section.Media.HasFlag(medium)).Select(section => section.Of(run))
        );
        return medium != Media.Terminal
            ? document
            : document with
            {
                About = ReportSentences.RunInShort(run.Summary),
                Facts = [ReportSentences.MachineInShort(run.Summary.Machine)],
                // Its lines on trust say so.
                Cautions = [],
            };
    }

    /// <summary>The answer in words, a sentence each.</summary>
    public static IReadOnlyList<string> Outcome(Summary summary) =>
        summary.Cells.Count == 0 ? [] : AnswerLines.Build(new(summary)).Select(line => line.Sentence).ToList();

    /// <summary>The parts that a reader wants to see while the run is measured.</summary>
    internal static ReportDocument Glance(RunSource run) =>
        Build(run, [AnswerSection.Build(run), SideBySideSection.Build(run), FiguresSection.Build(run)]);

    private static ReportDocument Build(RunSource run, IEnumerable<Section> sections) =>
        new(run.Summary.Suite, sections.ToList())
        {
            About = run.Summary.About,
            Facts = [ReportSentences.Run(run.Summary), ReportSentences.Machine(run.Summary.Machine)],
            Cautions = ReportSentences.Cautions(run.Summary).ToList(),
            WholeFile = run.Folder is null ? null : WholeFile,
        };
}
