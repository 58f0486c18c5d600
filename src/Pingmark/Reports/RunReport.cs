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
    private static readonly IReadOnlyList<(Media Media, Func<RunSource, Section> Build)> Sections =
    [
        (Media.Files, AnswerSection.Build),
        (Media.Text, MatrixSection.Build),
        (Media.Terminal, SideBySideSection.Build),
        (Media.Page, RemarksSection.BuildWarnings),
        (Media.Page, PageSections.BuildFirstChart),
        (Media.Page, MatrixSection.Build),
        (Media.Page, SideBySideSection.Build),
        (Media.Markdown, RemarksSection.BuildBeforeFigures),
        (Media.Verbose | Media.Markdown, ResultsSection.Build),
        (Media.Verbose, ResultsSection.BuildHowToRead),
        (Media.Page, FiguresSection.Build),
        (Media.Page, PageSections.BuildCharts),
        (Media.Verbose | Media.Markdown, TableSections.BuildLaps),
        (Media.Verbose | Media.Files, TailSection.Build),
        (Media.Verbose | Media.Files, PublishedSection.Build),
        (Media.Files, SamplesSection.Build),
        (Media.Files, TableSections.BuildCores),
        (Media.Files, TableSections.BuildNetworks),
        (Media.Files, MethodSection.Build),
        (Media.Page, PageSections.BuildSources),
        (Media.Terminal, RemarksSection.BuildWhyWithoutFigures),
        (Media.Verbose | Media.Page, RemarksSection.Build),
        (Media.Markdown, RemarksSection.BuildPassed),
        (Media.Verbose, AnswerSection.Build),
        // The last lines are those that a terminal shows when the command has ended.
        (Media.Terminal, AnswerSection.BuildTrust),
        (Media.Terminal, AnswerSection.BuildLast),
        (Media.Screen, BuildFiles),
    ];

    /// <summary>The file that has what a terminal has no room for.</summary>
    internal const string WholeFile = "report.html";

    /// <param name="medium">The medium that will show it.</param>
    /// <param name="folder">The folder of the run's files as the user would type it; null when nothing was
    /// kept.</param>
    public static ReportDocument Build(Summary summary, Media medium, string? folder = null) =>
        Build(new RunSource(summary) { Folder = folder }, medium);

    internal static ReportDocument Build(RunSource run, Media medium)
    {
        var document = Build(
            run,
            Sections.Where(section => section.Media.HasFlag(medium)).Select(section => section.Build(run))
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
    internal static ReportDocument BuildGlance(RunSource run) =>
        Build(run, [AnswerSection.Build(run), SideBySideSection.Build(run), FiguresSection.Build(run)]);

    private static Section BuildFiles(RunSource run) =>
        run.Folder is { } folder
            ? new(new Paragraph($"All figures and charts: {Path.Combine(folder, WholeFile)}"))
            : new();

    private static ReportDocument Build(RunSource run, IEnumerable<Section> sections) =>
        new(run.Summary.Suite, sections.ToList())
        {
            About = run.Summary.About,
            Facts = [ReportSentences.Run(run.Summary), ReportSentences.Machine(run.Summary.Machine)],
            Cautions = ReportSentences.Cautions(run.Summary).ToList(),
            WholeFile = run.Folder is null ? null : WholeFile,
        };
}
