using System.CommandLine;
using Pingmark.Formatting;
using Pingmark.History;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Reports.Document;
using Pingmark.Reports.Renderers;
using Pingmark.Schema;

namespace Pingmark.Cli;

internal static class HistoryCommand
{
    private static readonly string[] Examples =
    [
        "pingmark history list",
        "pingmark history show java/tcp-nio --metric rtt_p99_ns",
        "pingmark history trend --runs /var/lib/pingmark",
        "pingmark history push --db postgres://pingmark@db.example/benchmarks",
        "pingmark history trend --db postgres://pingmark@db.example/benchmarks",
    ];

    public static Command Create()
    {
        var list = List();
        var command = new Command("history", "Figures over time, of a folder of runs or a database")
        {
            HistoryPush.Create(),
            list,
            Show(),
            Trend(),
        };
        command.SetAction(
            (parsed, cancel) => list.Parse(Array.Empty<string>()).InvokeAsync(parsed.InvocationConfiguration, cancel)
        );
        foreach (var one in command.Subcommands.Prepend(command).ToList())
            Help.AddExamples(one, Examples);
        return command;
    }

    private static Command List()
    {
        var (source, json) = (new HistorySource(), Json());
        var command = new Command("list", "List the runs") { json };
        source.AddTo(command);
        command.SetAction(
            async (parsed, cancel) =>
            {
                var history = await source.ReadAsync(parsed, null, cancel);
                if (parsed.GetValue(json))
                    Write(history, history.Runs);
                else
                    TerminalRenderer.Write(Terminal.Output, HistoryReport.List(history));
            }
        );
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
        Func<RunHistory, IReadOnlyList<CellHistory>, ReportDocument> report
    )
    {
        var (source, json) = (new HistorySource(), Json());
        var metric = new Option<string?>("--metric")
        {
            Description = "A figure by its key in summary.json (rtt_p99_ns); each scenario's headline when not given",
        };
        metric.CompletionSources.Add(_ =>
            Metric.All.Select(m => new System.CommandLine.Completions.CompletionItem(m.Key))
        );
        metric.HelpName = "key";
        var newest = new Option<int>("--newest")
        {
            Description = "Of so many runs, the newest",
            DefaultValueFactory = _ => FigureRequest.UsualNewest,
            HelpName = "N",
        };
        source.AddTo(command);
        command.Options.Add(metric);
        command.Options.Add(newest);
        command.Options.Add(json);
        command.SetAction(
            async (parsed, cancel) =>
            {
                var asked = new FigureRequest(
                    stack(parsed),
                    parsed.GetValue(metric) is { } key ? Known(key) : null,
                    parsed.GetValue(newest)
                )
                {
                    TakesCrowded = Noise.IsAccepted,
                };
                if (asked.Newest < 1)
                    throw new BadInputException($"--newest {asked.Newest} is no number of runs; 1 is the least");
                var history = await source.ReadAsync(parsed, asked, cancel);
                var cells = CellHistory.Build(history, asked);
                if (parsed.GetValue(json))
                    Write(history, cells);
                else
                    TerminalRenderer.Write(Terminal.Output, report(history, cells));
                if (cells.Count == 0 && asked.Stack is { } name)
                    throw new BadInputException(
                        $"no run has figures of '{name}'{NearestName.Suggestion(name, history.Stacks)}"
                    );
            }
        );
    }

    private static Metric Known(string key) =>
        Metric.Find(key)
        ?? throw new BadInputException(
            $"--metric {key} is no figure{NearestName.Suggestion(key, Metric.All.Select(m => m.Key))}; there are: "
                + string.Join(", ", Metric.All.Select(m => m.Key))
        );

    private static void Write<T>(RunHistory history, IReadOnlyList<T> items) =>
        Screen.WriteAsJson(new HistoryDocument<T>(items, history.Skipped, history.Older) { LeftOut = history.LeftOut });

    private static Option<bool> Json() => new("--json") { Description = "Print JSON instead of tables" };
}
