using System.CommandLine;
using Pingmark.Reports;

namespace Pingmark.Cli;

internal static class ExplainCommand
{
    public static Command Create()
    {
        var what = new Argument<string[]>("WHAT")
        {
            Description = "A stack's id, a word of reports (p99, in flight, undecided), or the id of a check",
            Arity = ArgumentArity.ZeroOrMore,
        };
        what.OffersNames(Completions.Words);
        var command = new Command("explain", "Explain a stack, or a word of reports") { what };
        Help.AddExamples(
            command,
            "pingmark explain p99",
            "pingmark explain in flight",
            "pingmark explain cpp/udp-spin",
            "pingmark explain          (all words)"
        );
        command.SetAction((parsed, cancel) => ExplainAsync(string.Join(' ', parsed.GetValue(what) ?? []), cancel));
        return command;
    }

    private static async Task<int> ExplainAsync(string what, CancellationToken cancel)
    {
        if (what.Contains('/') && Glossary.Find(what) is null)
            return await StackTable.DescribeAsync(what, json: false, cancel);
        Console.WriteLine(
            what.Length > 0
                ? Glossary.Explain(what)
                : string.Join('\n', Glossary.All.Select(entry => $"{entry.Word, -20} {entry.Meaning}"))
        );
        return ExitCode.Ok;
    }
}
