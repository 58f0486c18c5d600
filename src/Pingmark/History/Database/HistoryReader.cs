using System.Text.Json;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.History.Database;

/// <summary>Reads from a database what a folder of runs would give. Damaged rows are left out and named.</summary>
internal sealed class HistoryReader(Sql sql)
{
    /// <summary>The most runs that are listed.</summary>
    private const int MostRuns = 100_000;

    private readonly List<string> _skipped = [];

    /// <param name="asked">The metric that is asked for, of all cells; null: no figures.</param>
    public async Task<RunHistory> ReadAsync(FigureRequest? asked)
    {
        var newest = asked?.Newest ?? MostRuns;
        var stored = await sql.OneAsync<long>("select count(*) from pingmark.run");
        var runs = (
            await DocumentsAsync<PastRun>(
                "run",
                "about",
                $"order by started_at desc, id desc limit {NumberText.Count(newest)}"
            )
        )
            .OrderBy(run => run.Value.StartedAt)
            .ThenBy(run => run.Value.Folder, StringComparer.Ordinal)
            .ToList();
        var history = new RunHistory([.. runs.Select(run => run.Value)], _skipped)
        {
            Older = (int)Math.Max(0, stored - newest),
        };
        return asked is null ? history : await WithFiguresAsync(history, runs, asked);
    }

    private async Task<RunHistory> WithFiguresAsync(
        RunHistory history,
        List<(long Id, PastRun Value)> runs,
        FigureRequest asked
    )
    {
        var series = (await DocumentsAsync<Series>("series", "key", "order by id")).ToDictionary(
            s => s.Id,
            s => s.Value
        );
        var runOf = runs.ToDictionary(run => run.Id, run => run.Value);
        // Most cells have the same versions as the run before.
        var versions = new Dictionary<string, IReadOnlyDictionary<string, string>?>();
        var figures = new List<(long Run, int Number, CellFigure Figure)>();
        foreach (var group in series.GroupBy(s => asked.MetricOf(s.Value).Key, s => s.Key))
        {
            var rows = await sql.AllAsync(
                """
                select run, number, series, versions::text, value, coalesce(ci_low, 'NaN'), coalesce(ci_high, 'NaN')
                from pingmark.figure join pingmark.cell using (run, number)
                where metric = $1 and series = any($2) and run = any($3) and value > 0 and value < 'infinity'
                """,
                row =>
                    (
                        Run: row.GetInt64(0),
                        Number: row.GetInt32(1),
                        Series: row.GetInt64(2),
                        Versions: row.GetString(3),
                        Value: new Estimate(
                            row.GetDouble(4),
                            FiniteOrNull(row.GetDouble(5)),
                            FiniteOrNull(row.GetDouble(6))
                        )
                    ),
                group.Key,
                group.ToArray(),
                runOf.Keys.ToArray()
            );
            foreach (var row in rows)
            {
                if (!versions.TryGetValue(row.Versions, out var known))
                    versions[row.Versions] = known = Parse<IReadOnlyDictionary<string, string>>(
                        row.Versions,
                        "versions",
                        $"figures of series {NumberText.Count(row.Series)}"
                    );
                if (known is not null)
                    figures.Add((row.Run, row.Number, new(runOf[row.Run], series[row.Series], known, row.Value)));
            }
        }
        var ofRun = figures.OrderBy(figure => figure.Number).ToLookup(figure => figure.Run, figure => figure.Figure);
        return history with
        {
            Figures = [.. runs.SelectMany(run => ofRun[run.Id])],
            Stacks = [.. series.Values.Select(s => s.Stack).Distinct()],
        };
    }

    /// <summary>Reads the documents of a table that are not damaged.</summary>
    private async Task<List<(long Id, T Value)>> DocumentsAsync<T>(string table, string column, string order)
        where T : class
    {
        var rows = await sql.AllAsync(
            $"select id, {column}::text from pingmark.{table} {order}",
            row => (Id: row.GetInt64(0), Text: row.GetString(1))
        );
        return
        [
            .. rows.Select(row => (row.Id, Value: Parse<T>(row.Text, column, $"{table} {NumberText.Count(row.Id)}")!))
                .Where(row => row.Value is not null),
        ];
    }

    /// <returns>The value; null where the text is damaged, which is then named.</returns>
    private T? Parse<T>(string json, string column, string where)
        where T : class
    {
        try
        {
            if (JsonSerializer.Deserialize<T>(json, SummaryJson.Strict) is { } value)
                return value;
            _skipped.Add($"{where}: {column} is null");
        }
        catch (JsonException e)
        {
            _skipped.Add($"{where}: damaged {column}: {e.Message}");
        }
        return null;
    }

    private static double? FiniteOrNull(double value) => double.IsFinite(value) ? value : null;
}
