using System.Text.Json;
using Npgsql;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.History.Database;

/// <summary>Reads from a database what a folder of runs would give. Its content may come from anybody: what is too long
/// or damaged is left out and named, and no more is read than <see cref="Bounds"/> allow.</summary>
internal sealed class HistoryReader(Sql sql)
{
    private const string NoBound = "NaN";

    private readonly List<string> _leftOut = [];

    /// <param name="asked">The metric that is asked for, of all cells; null: no figures.</param>
    /// <exception cref="BadInputException">More figures are asked for than are read.</exception>
    public async Task<RunHistory> ReadAsync(FigureRequest? asked)
    {
        var newest = Math.Min(asked?.Newest ?? Bounds.MostDocuments, Bounds.MostDocuments);
        var (all, stored) = await DocumentsAsync<PastRun>(Bounds.About, "started_at desc, id desc", newest);
        var runs = all.OrderBy(r => r.Value.StartedAt).ThenBy(r => r.Value.Folder, StringComparer.Ordinal).ToList();
        var history = new RunHistory([.. runs.Select(r => r.Value)], []);
        if (asked is not null)
            history = await WithFiguresAsync(history with { Older = Math.Max(0, stored - newest) }, runs, asked);
        return history with { Skipped = Named() };
    }

    /// <summary>Reads the first rows of a table of JSON documents.</summary>
    /// <returns>The rows that can be read, and the number of all stored ones.</returns>
    private async Task<(List<(long Id, T Value)> Read, int Stored)> DocumentsAsync<T>(
        ReadColumn column,
        string order,
        int most
    )
        where T : class
    {
        var rows = await sql.AllAsync(
            $"""
            select id, {column.IfItFits}, length, stored from (
              select *, row_number() over reading as place, count(*) over () as stored,
                sum(least(length, $2)) over reading as bytes
              from (select *, {column.Length} as length from pingmark.{column.Table}) as every
              window reading as (order by {order} rows unbounded preceding)
            ) as bounded where place <= $1 and bytes <= $3 order by place
            """,
            row => (Id: row.GetInt64(0), Text: TextOf(row, 1), Length: row.GetInt32(2), Stored: row.GetInt64(3)),
            most,
            column.MostBytes,
            Bounds.MostBytes
        );
        var stored = rows.Count == 0 ? 0 : (int)rows[0].Stored;
        if (rows.Count < Math.Min(most, stored) || most == Bounds.MostDocuments && stored > most)
            _leftOut.Add(
                $"{NumberText.Count(stored - rows.Count)} more of pingmark.{column.Table}: "
                    + $"{NumberText.Count(Bounds.MostDocuments)}, and {NumberText.Bytes(Bounds.MostBytes)} of their "
                    + $"{column.Name}, are the most"
            );
        var read = new List<(long, T)>();
        foreach (var row in rows)
            if (Read<T>(column, row.Text, row.Length, $"{column.Table} {NumberText.Count(row.Id)}") is { } value)
                read.Add((row.Id, value));
        return (read, stored);
    }

    private async Task<RunHistory> WithFiguresAsync(
        RunHistory history,
        List<(long Id, PastRun Run)> runs,
        FigureRequest asked
    )
    {
        var series = (await DocumentsAsync<Series>(Bounds.Key, "id", Bounds.MostDocuments)).Read.ToDictionary(
            s => s.Id,
            s => s.Value
        );
        var runOf = runs.ToDictionary(r => r.Id, r => r.Run);
        var figures = runs.ToDictionary(r => r.Id, _ => new List<(int Number, CellFigure Figure)>());
        foreach (var group in series.GroupBy(s => asked.MetricOf(s.Value).Key))
        foreach (var column in await ColumnsAsync(group.Key, [.. group.Select(s => s.Key)], [.. runOf.Keys]))
        {
            var where = $"figures of series {NumberText.Count(column.Series)}";
            if (
                Read<IReadOnlyDictionary<string, string>>(Bounds.Versions, column.Versions, column.Length, where) is
                { } versions
            )
                for (var i = 0; i < column.Runs.Length; i++)
                    figures[column.Runs[i]]
                        .Add(
                            (column.Numbers[i], new(runOf[column.Runs[i]], series[column.Series], versions, column[i]))
                        );
        }
        return history with
        {
            Figures = runs.SelectMany(r => figures[r.Id].OrderBy(f => f.Number).Select(f => f.Figure)).ToList(),
            Stacks = series.Values.Select(s => s.Stack).Distinct().ToList(),
        };
    }

    /// <summary>Reads figures by columns, because a row for each figure would take the driver longer than all the
    /// rest.</summary>
    private async Task<List<Column>> ColumnsAsync(string metric, long[] series, long[] runs)
    {
        var (low, high) = (Bound("ci_low"), Bound("ci_high"));
        var columns = await sql.AllAsync(
            $"""
            select series, versions, length, runs, numbers, figures, lows, highs, stored from (
              select series, versions, length, array_agg(run) as runs, array_agg(number) as numbers,
                array_agg(value) as figures, array_agg({low}) as lows, array_agg({high}) as highs,
                count(*) over () as stored,
                sum(coalesce(octet_length(versions), 0)) over (rows unbounded preceding) as bytes
              from (
                select series, {Bounds.Versions.IfItFits} as versions, {Bounds.Versions.Length} as length, run, number,
                  value, ci_low, ci_high
                from pingmark.figure join pingmark.cell using (run, number)
                where metric = $1 and series = any($2) and run = any($3) and value {Bounds.Figures}
                limit $4
              ) as asked group by series, versions, length
            ) as bounded where bytes <= $5
            """,
            row =>
                (
                    Column: new Column(
                        row.GetInt64(0),
                        TextOf(row, 1),
                        row.GetInt32(2),
                        row.GetFieldValue<long[]>(3),
                        row.GetFieldValue<int[]>(4),
                        row.GetFieldValue<double[]>(5),
                        row.GetFieldValue<double[]>(6),
                        row.GetFieldValue<double[]>(7)
                    ),
                    Stored: row.GetInt64(8)
                ),
            metric,
            series,
            runs,
            Bounds.MostFigures + 1,
            Bounds.MostBytes
        );
        if (columns.Sum(c => c.Column.Runs.Length) > Bounds.MostFigures || columns.Any(c => c.Stored > columns.Count))
            throw new BadInputException(
                $"more is asked for than is read, {NumberText.Count(Bounds.MostFigures)} figures and "
                    + $"{NumberText.Bytes(Bounds.MostBytes)} of versions: --newest N takes fewer runs"
            );
        return columns.ConvertAll(c => c.Column);

        static string Bound(string name) => $"case when {name} {Bounds.IntervalEnds} then {name} else '{NoBound}' end";
    }

    /// <summary>The figures of one series that have the same versions.</summary>
    /// <param name="Runs">The id of each figure's run.</param>
    /// <param name="Numbers">The number of each figure's cell in its run.</param>
    private sealed record Column(
        long Series,
        string Versions,
        int Length,
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

    /// <summary>The text in a row; empty where it was too long to be sent.</summary>
    private static string TextOf(NpgsqlDataReader row, int at) => row.IsDBNull(at) ? "" : row.GetString(at);

    /// <summary>Reads a JSON text; null where it is left out, and then <paramref name="what"/> is named with the
    /// reason.</summary>
    private T? Read<T>(ReadColumn column, string text, int length, string what)
        where T : class
    {
        var problem = column.Problem(length) ?? column.Problem(text);
        T? value = null;
        try
        {
            if (problem is null)
                value = JsonSerializer.Deserialize<T>(text, SummaryJson.Strict);
        }
        catch (JsonException e)
        {
            problem = $"damaged {column.Name}: {e.Message}";
        }
        if (value is null)
            _leftOut.Add($"{what}: {problem ?? $"{column.Name} is null"}");
        return value;
    }

    private IReadOnlyList<string> Named() =>
        _leftOut.Count <= Bounds.MostNamed
            ? _leftOut
            : [.. _leftOut.Take(Bounds.MostNamed), $"and {NumberText.Count(_leftOut.Count - Bounds.MostNamed)} more"];
}
