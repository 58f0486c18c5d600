using System.Text;
using Pingmark.Model;
using Pingmark.Nbn;
using Pingmark.Reports;
using Pingmark.Reports.Document;
using Pingmark.Reports.Renderers;
using Pingmark.Results;
using Pingmark.Schema;
using Spectre.Console;

namespace Pingmark.Hostile.Tests.RunFolders;

/// <summary>Whatever the files of a run folder say, <c>report</c> sums it up, or refuses it with a message.</summary>
public sealed class MutatedFolderTests
{
    [Fact]
    public void A_run_folder_is_summed_up_or_refused() =>
        Cases.Run(
            Share.RunFolders,
            made =>
            {
                var ofInfo = made.InPercent(30);
                var info = ofInfo ? made.Keep(FolderMutations.Mutated(made, FolderTexts.Info)) : FolderTexts.Info;
                var trials = ofInfo ? FolderTexts.Trials : made.Keep(FolderMutations.Mutated(made, FolderTexts.Trials));
                return Survived.OrRefused(() => Reported(made, info, trials)) is not null;
            },
            leastTaken: 0.05,
            mostTaken: 0.95
        );

    /// <summary>What `report` does, without files.</summary>
    private static Summary Reported(Case made, string info, string trials)
    {
        // What is read from a file has no halves of characters.
        (info, trials) = (AsRead(info), AsRead(trials));
        var run = RunFiles.Info(info, "run.json");
        var (lines, _) = RunFiles.Trials(
            trials.Split('\n').SkipLast(1).Select((text, i) => (i + 1, text)),
            "trials.jsonl",
            run,
            run.StartedAt
        );
        var records = lines.Select(line => line.Trial).ToList();
        var summary = SummaryBuilder.Build(run, records, duration: null, interrupted: true);
        SummaryJson.Parse(SummaryJson.Serialize(summary), "summary.json");
        IsPlain(MarkdownRenderer.Render(RunReport.Build(summary, Media.Markdown)));
        IsPlain(CsvReport.Render(summary, "run"));
        // Tables for terminals take as long as all of the above.
        if (made.InPercent(20))
        {
            var terminal = new StringWriter();
            TerminalRenderer.Write(
                AnsiConsole.Create(new() { Ansi = AnsiSupport.No, Out = new AnsiConsoleOutput(terminal) }),
                RunReport.Build(summary, Media.Terminal)
            );
            IsPlain(terminal.ToString());
            IsPlain(NbnTable.Render(summary, records, run.Cells));
        }
        RunReports.ExitCodeOf(summary);
        return summary;
    }

    private static string AsRead(string text) => Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(text));

    private static void IsPlain(string text) =>
        Assert.DoesNotContain(text, c => char.IsControl(c) && c is not ('\n' or '\r'));
}
