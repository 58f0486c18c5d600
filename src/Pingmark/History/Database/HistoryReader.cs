using System.Text.Json;
using Pingmark.Model;

namespace Pingmark.History.Database;

/// <summary>Answers from a database what a folder of runs would. What it holds may come from anybody.</summary>
internal sealed class HistoryReader(Sql sql, string database)
{
    private readonly Dictionary<string, IReadOnlyDictionary<string, string>> _versions = [];

    /// <param name="asked">Null: no figures.</param>
    public async Task<RunHistory> ReadAsync(FigureRequest? asked)
    {
        var all = await sql.AllAsync(
            "select id, about from pingmark.run order by started_at desc, id desc limit $1",
            row => (Id: row.GetInt64(0), Run: Parsed<PastRun>(row.GetString(1))),
            asked?.Newest ?? long.MaxValue
        );
        var runs = all.OrderBy(r => r.Run.StartedAt).ThenBy(r => r.Run.Folder, StringComparer.Ordinal).ToList();
        var history = new RunHistory([.. runs.Select(r => r.Run)], []);
        if (asked is null)
            return history;
        var stored = await sql.OneAsync<long>("select count(*) from pingmark.run");
        return await WithFiguresAsync(history with { Older = (int)stored - runs.Count }, runs, asked);
    }

    private async Task<RunHistory> WithFiguresAsync(
        RunHistory history,
        List<(long Id, PastRun Run)> runs,
        FigureRequest asked
    )
    {
        var series = (
            await sql.AllAsync(
                "select id, key from pingmark.series",
                row => (Id: row.GetInt64(0), Series: Parsed<Series>(row.GetString(1)))
            )
        ).ToDictionary(s => s.Id, s => s.Series);
        var runOf = runs.ToDictionary(r => r.Id, r => r.Run);
        var ids = runs.Select(r => r.Id).ToArray();
        var figures = runs.ToDictionary(r => r.Id, _ => new List<(int Number, CellFigure Figure)>());
        foreach (var group in series.Where(s => asked.Asks(s.Value)).GroupBy(s => asked.MetricOf(s.Value).Key))
        {
            var found = await sql.AllAsync(
                "select run, number, series, versions, value, ci_low, ci_high "
                    + "from pingmark.figure join pingmark.cell using (run, number) "
                    + "where metric = $1 and series = any($2) and run = any($3) and value > 0",
                row =>
                    (
                        Run: row.GetInt64(0),
                        Number: row.GetInt32(1),
                        Series: series[row.GetInt64(2)],
                        Versions: Versions(row.GetString(3)),
                        Value: new Estimate(row.GetDouble(4), Bound(row, 5), Bound(row, 6))
                    ),
                group.Key,
                group.Select(s => s.Key).ToArray(),
                ids
            );
            foreach (var (run, number, of, versions, value) in found)
                figures[run].Add((number, new(runOf[run], of, versions, value)));
        }
        return history with
        {
            Figures = runs.SelectMany(r => figures[r.Id].OrderBy(f => f.Number).Select(f => f.Figure)).ToList(),
            Stacks = series.Values.Select(s => s.Stack).Distinct().ToList(),
        };
    }

    private static double? Bound(Npgsql.NpgsqlDataReader row, int column) =>
        row.IsDBNull(column) ? null : row.GetDouble(column);

    /// <summary>The same text over and over.</summary>
    private IReadOnlyDictionary<string, string> Versions(string text) =>
        _versions.TryGetValue(text, out var known)
            ? known
            : _versions[text] = Parsed<IReadOnlyDictionary<string, string>>(text);

    private T Parsed<T>(string json)
    {
        try
        {
            return JsonSerializer.Deserialize<T>(json, SummaryJson.Strict) ?? throw new JsonException("null");
        }
        catch (JsonException e)
        {
            throw new BadInputException($"the database {database} holds a damaged row: {e.Message}");
        }
    }
}
