using System.CommandLine;
using Pingmark.History;
using Pingmark.History.Database;
using Pingmark.Host;

namespace Pingmark.Cli;

/// <summary>The options that say where a command reads runs: from a folder, or from a database.</summary>
internal sealed class HistorySource
{
    private readonly Option<string> _runs = Runs();
    private readonly Option<string?> _database = Database();

    public void AddTo(Command command)
    {
        command.Options.Add(_runs);
        command.Options.Add(_database);
    }

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
