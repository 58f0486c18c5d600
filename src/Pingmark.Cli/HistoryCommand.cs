using System.CommandLine;
using Pingmark.Formatting;
using Pingmark.History;
using Pingmark.History.Database;
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
        var command = Help.Command(
            "history",
            "Figures over time, of a folder of runs or a database",
            [HistoryPush.Create(Examples), list, Show(), Trend()],
            Examples
        );
        command.SetAction(
            (parsed, cancel) => list.Parse(Array.Empty<string>()).InvokeAsync(parsed.InvocationConfiguration, cancel)
        );
        return command;
    }

    private static Command List()
    {
        var (source, json) = (new HistorySource(), Json());
        var command = Help.Command("list", "List the runs", [json, .. source.All], Examples);
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
        return CellsCommand(
            "show",
            "Show each run of a stack: figures, changes of level, machine and versions",
            stack,
            HistoryReport.Show
        );
    }

    private static Command Trend() =>
        CellsCommand(
            "trend",
            "Show in which runs the figures of stacks became lastingly better or worse",
            stack: null,
            HistoryReport.Trend
        );

    private static Command CellsCommand(
        string name,
        string about,
        Argument<string>? stack,
        Func<RunHistory, IReadOnlyList<CellHistory>, ReportDocument> report
    )
    {
        var (source, json) = (new HistorySource(), Json());
        var metric = new Option<string?>("--metric")
        {
            Description = "A figure by its key in summary.json (rtt_p99_ns) [default: each scenario's main figure]",
        };
        metric.CompletionSources.Add(_ =>
            Metric.All.Select(m => new System.CommandLine.Completions.CompletionItem(m.Key))
        );
        metric.HelpName = "key";
        var newest = new Option<int>("--newest")
        {
            Description = "Read only the newest runs, at most this many",
            DefaultValueFactory = _ => FigureRequest.UsualNewest,
            HelpName = "N",
        };
        var command = Help.Command(
            name,
            about,
            [.. stack is null ? [] : (Symbol[])[stack], .. source.All, metric, newest, json],
            Examples
        );
        command.SetAction(
            async (parsed, cancel) =>
            {
                var asked = new FigureRequest(
                    stack is null ? null : parsed.GetValue(stack),
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
        return command;
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

/// <summary>The options that say where a command reads runs: from a folder, or from a database.</summary>
internal sealed class HistorySource
{
    private readonly Option<string> _runs = Runs();
    private readonly Option<string?> _database = Database();

    public IReadOnlyList<Option> All => [_runs, _database];

    /// <param name="asked">The figures that are asked for; null: none.</param>
    /// <exception cref="PingmarkException">The folder or the database can't be read.</exception>
    public async Task<RunHistory> ReadAsync(ParseResult parsed, FigureRequest? asked, CancellationToken cancel)
    {
        var isFolder = parsed.GetResult(_runs) is { Implicit: false };
        if (isFolder && parsed.GetValue(_database) is not null)
            throw new BadInputException("--runs is a folder and --db a database: give one of them");
        if (isFolder || Url(parsed.GetValue(_database)) is not { } url)
            return RunHistory.Read(parsed.GetValue(_runs)!, asked) with { TakesCrowded = Noise.IsAccepted };
        await using var database = await HistoryDatabase.OpenAsync(url, cancel);
        return await database.ReadAsync(asked, cancel);
    }

    public static DatabaseUrl? Url(string? typed) => DatabaseUrl.Choose(typed, Variables.Database.Value);

    public static Option<string> Runs() =>
        new("--runs")
        {
            Description = "The folder of runs",
            DefaultValueFactory = _ => "runs",
            HelpName = "folder",
        };

    public static Option<string?> Database() =>
        new("--db")
        {
            Description =
                "A PostgreSQL database in place of a folder: postgres://USER@HOST:PORT/DATABASE; its password is in "
                + $"PGPASSWORD, in ~/.pgpass, or in {Variables.Database.Name}, which holds a whole URL",
            HelpName = "url",
        };
}
