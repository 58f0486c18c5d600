using System.Text.Json;
using Pingmark.Model;
using Pingmark.Vocabulary;

namespace Pingmark.History.Database;

/// <summary>Answers from a database what a folder of runs would. What it holds may come from anybody.</summary>
internal sealed class HistoryReader(Sql sql, string database)
{
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
            // A row for each figure would take the driver longer than all the rest.
            var found = await sql.AllAsync(
                "select series, versions::text, array_agg(run), array_agg(number), array_agg(value), "
                    + $"array_agg(coalesce(ci_low, '{NoBound}')), array_agg(coalesce(ci_high, '{NoBound}')) "
                    + "from pingmark.figure join pingmark.cell using (run, number) "
                    + "where metric = $1 and series = any($2) and run = any($3) and value > 0 group by 1, 2",
                row => new Column(
                    series[row.GetInt64(0)],
                    Parsed<IReadOnlyDictionary<string, string>>(row.GetString(1)),
                    row.GetFieldValue<long[]>(2),
                    row.GetFieldValue<int[]>(3),
                    row.GetFieldValue<double[]>(4),
                    row.GetFieldValue<double[]>(5),
                    row.GetFieldValue<double[]>(6)
                ),
                group.Key,
                group.Select(s => s.Key).ToArray(),
                ids
            );
            foreach (var column in found)
                for (var i = 0; i < column.Runs.Length; i++)
                    figures[column.Runs[i]]
                        .Add(
                            (column.Numbers[i], new(runOf[column.Runs[i]], column.Series, column.Versions, column[i]))
                        );
        }
        return history with
        {
            Figures = runs.SelectMany(r => figures[r.Id].OrderBy(f => f.Number).Select(f => f.Figure)).ToList(),
            Stacks = series.Values.Select(s => s.Stack).Distinct().ToList(),
        };
    }

    private const string NoBound = "NaN";

    /// <summary>The figures of one series and the same versions.</summary>
    /// <param name="Runs">The id of each figure's.</param>
    /// <param name="Numbers">Of the cells in their runs.</param>
    private sealed record Column(
        Series Series,
        IReadOnlyDictionary<string, string> Versions,
        long[] Runs,
        int[] Numbers,
        double[] Values,
        double[] Lows,
        double[] Highs
    )
    {
        public Estimate this[int i] => new(Values[i], Bound(Lows[i]), Bound(Highs[i]));

        private static double? Bound(double value) => double.IsNaN(value) ? null : value;
    }

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
