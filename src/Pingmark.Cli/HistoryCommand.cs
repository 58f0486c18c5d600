using System.CommandLine;
using System.Text.Json;
using Pingmark.History;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Vocabulary;
using Pingmark.Wording;

namespace Pingmark.Cli;

internal static class HistoryCommand
{
    private static readonly string[] Examples =
    [
        "pingmark history list",
        "pingmark history show java/tcp-nio --metric rtt_p99_ns",
        "pingmark history trend --runs /var/lib/pingmark",
    ];

    public static Command Create()
    {
        var command = new Command("history", "Figures over time, of a folder of runs") { List(), Show(), Trend() };
        foreach (var one in command.Subcommands.Prepend(command).ToList())
            Help.AddExamples(one, Examples);
        return command;
    }

    private static Command List()
    {
        var (runs, json) = (Runs(), Json());
        var command = new Command("list", "List the runs") { runs, json };
        command.SetAction(parsed =>
        {
            var history = RunHistory.Read(parsed.GetValue(runs)!);
            if (parsed.GetValue(json))
                Write(
                    history,
                    history
                        .Runs.Select(run => new ListedRun(
                            run.Folder,
                            run.Summary.Suite,
                            run.Summary.StartedAt,
                            run.Summary.Cells.Count,
                            run.Summary.Machine
                        ))
                        .ToList()
                );
            else
                HistoryReport.List(Terminal.Output, history);
        });
        return command;
    }

    private static Command Show()
    {
        var stack = new Argument<string>("STACK") { Description = "A stack, or the label of one" };
        stack.OffersNames(Completions.Stacks);
        var command = new Command("show", "Show each run of a stack: figures, changes of level, machine and versions")
        {
            stack,
        };
        AddCells(command, parsed => parsed.GetValue(stack), HistoryReport.Show);
        return command;
    }

    private static Command Trend()
    {
        var command = new Command("trend", "Tell where the level of a stack's figures changed, of all stacks");
        AddCells(command, _ => null, HistoryReport.Trend);
        return command;
    }

    private static void AddCells(
        Command command,
        Func<ParseResult, string?> stack,
        Action<Spectre.Console.IAnsiConsole, RunHistory, IReadOnlyList<CellHistory>> report
    )
    {
        var (runs, json) = (Runs(), Json());
        var metric = new Option<string?>("--metric")
        {
            Description = "A figure by its key in summary.json (rtt_p99_ns); each scenario's headline when not given",
        };
        metric.CompletionSources.Add(_ =>
            Metric.All.Select(m => new System.CommandLine.Completions.CompletionItem(m.Key))
        );
        metric.HelpName = "key";
        command.Options.Add(runs);
        command.Options.Add(metric);
        command.Options.Add(json);
        command.SetAction(parsed =>
        {
            var asked = parsed.GetValue(metric) is { } key ? Known(key) : null;
            var history = RunHistory.Read(parsed.GetValue(runs)!);
            var cells = CellHistory.Of(history, stack(parsed), asked);
            if (parsed.GetValue(json))
                Write(history, cells);
            else
                report(Terminal.Output, history, cells);
            if (cells.Count == 0 && stack(parsed) is { } name)
                throw new BadInputException(
                    $"no run has figures of '{name}'"
                        + NearestName.Suggestion(name, CellHistory.Of(history, null, asked).Select(c => c.Stack))
                );
        });
    }

    private static Metric Known(string key) =>
        Metric.Find(key)
        ?? throw new BadInputException(
            $"--metric {key} is no figure{NearestName.Suggestion(key, Metric.All.Select(m => m.Key))}; there are: "
                + string.Join(", ", Metric.All.Select(m => m.Key))
        );

    private static void Write<T>(RunHistory history, IReadOnlyList<T> items) =>
        Screen.WriteJson(
            JsonSerializer.Serialize(new HistoryDocument<T>(items, history.Skipped), SummaryJson.Options) + "\n"
        );

    private static Option<string> Runs() =>
        new("--runs")
        {
            Description = "The folder of runs",
            DefaultValueFactory = _ => "runs",
            HelpName = "folder",
        };

    private static Option<bool> Json() => new("--json") { Description = "Print JSON instead of tables" };
}
