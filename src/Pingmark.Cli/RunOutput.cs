using Pingmark.Model;
using Pingmark.Reports.Document;
using Pingmark.Runs;
using Pingmark.Trials;

namespace Pingmark.Cli;

/// <summary>What a run prints on standard output, chosen once for all of its suites.</summary>
/// <param name="Begin">Is told the plan and the folder of a suite's run.</param>
/// <param name="Recording">Puts something beside a run's recorder.</param>
/// <param name="End">Prints the summary of the run in a folder.</param>
internal sealed record RunOutput(
    Action<RunInfo, string> Begin,
    Func<ITrialRecorder, ITrialRecorder> Recording,
    Action<Summary, string> End
)
{
    /// <summary>The report that a medium has room for.</summary>
    public static RunOutput Tables(Media medium) =>
        AtTheEnd((summary, folder) => ReportCommand.Show(summary, medium, folder)) with
        {
            Medium = medium,
        };

    public static RunOutput Json { get; } = AtTheEnd((summary, _) => ReportCommand.ShowJson(summary));

    /// <summary>Lines of JSON while it is measured.</summary>
    public static RunOutput Lines()
    {
        var stream = new TrialStream(line =>
        {
            Screen.WriteJson(line + "\n");
            Screen.Output.Flush();
        });
        return new(stream.Begin, stream.Beside, (summary, _) => stream.End(summary));
    }

    /// <summary>The medium that shows what it prints at the end; null where a program reads that.</summary>
    public Media? Medium { get; private init; }

    private static RunOutput AtTheEnd(Action<Summary, string> show) => new((_, _) => { }, recorder => recorder, show);
}
