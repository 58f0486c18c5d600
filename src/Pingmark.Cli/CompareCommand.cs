using System.CommandLine;
using Pingmark.Comparing;
using Pingmark.Formatting;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Reports.Document;
using Pingmark.Reports.Renderers;

namespace Pingmark.Cli;

internal static class CompareCommand
{
    public static Command Create()
    {
        var baseline = new Argument<string>("BASELINE") { Description = "The folder of the run to compare with" };
        var run = new Argument<string>("RUN") { Description = "The folder of the run that is judged" };
        var gate = new Option<string?>("--fail-on-regression")
        {
            Description =
                "Exit with 4 where a figure is worse by more than this, e.g. 5%, and with 5 where one is missing",
        };
        var references = new Option<string?>("--reference")
        {
            Description = "Stacks that did not change (a,b): they alone show how the machine changed between the runs",
        };
        references.CompletionSources.Add(Completions.Stacks);
        references.HelpName = "stacks";
        var anyway = new Option<bool>("--anyway")
        {
            Description = "Compare also cells that differ in machine, options, versions or scenario",
        };
        var markdown = new Option<string?>("--markdown") { Description = "Write the comparison as Markdown, too" };
        var junit = new Option<string?>("--junit") { Description = "Write JUnit XML, one test case for each cell" };
        markdown.HelpName = junit.HelpName = "file";
        var verbose = ReportCommand.VerboseOption();
        var json = new Option<bool>("--json") { Description = "Print JSON instead of tables" };
        var command = Help.Command(
            "compare",
            "Compare two runs cell by cell; with --fail-on-regression fail where the second is slower",
            [baseline, run, gate, references, anyway, markdown, junit, verbose, json],
            "pingmark compare runs/monday runs/friday",
            "pingmark compare baseline new --fail-on-regression 5% --junit compare.xml --markdown compare.md",
            "pingmark compare before after --reference cpp/tcp-epoll      (which can't have changed)"
        );
        command.SetAction(parsed =>
        {
            var request = new ComparisonRequest(
                parsed.GetValue(anyway),
                parsed.GetValue(gate) is { } beyond ? Beyond(beyond) : null,
                (parsed.GetValue(references) ?? "").Split(
                    ',',
                    StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries
                )
            )
            {
                TakesCrowded = Noise.IsAccepted,
            };
            var comparison = RunComparer.Compare(
                ReadRun.Read(parsed.GetValue(baseline)!),
                ReadRun.Read(parsed.GetValue(run)!),
                request
            );
            var report = ComparisonReport.Build(comparison);
            if (ReportCommand.Medium(parsed, verbose, json) is { } medium)
                TerminalRenderer.Write(
                    Terminal.OutputOf(medium),
                    medium == Media.Terminal ? ComparisonReport.BuildInShort(comparison) : report
                );
            else
                Screen.WriteAsJson(comparison);
            Write(parsed.GetValue(markdown), () => MarkdownRenderer.Render(report));
            Write(parsed.GetValue(junit), () => JUnitReport.Render(comparison));
            return comparison.ExitCode;
        });
        return command;
    }

    private static double Beyond(string text) =>
        Units.Fraction(text, "--fail-on-regression") is >= 0 and < 10 and var share
            ? share
            : throw new BadInputException($"--fail-on-regression must be a share such as 5%, not '{text}'");

    private static void Write(string? path, Func<string> render)
    {
        if (path is not null)
            PlainFile.Write(path, render());
    }
}
