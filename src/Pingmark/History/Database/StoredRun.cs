using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using Pingmark.Model;
using Pingmark.Vocabulary;

namespace Pingmark.History.Database;

/// <summary>What became of a run that was pushed.</summary>
public enum Pushed
{
    Stored,

    /// <summary>It was there with other figures: of a part of its trials, or as another pingmark reckons.</summary>
    Replaced,
    WasThere,
}

/// <summary>A run as a database keeps it: its summary as a whole, and its figures one by one.</summary>
public sealed class StoredRun(string name, Summary summary)
{
    private readonly IReadOnlyList<CellSummary> _cells = [.. RunHistory.Measured(summary)];

    internal async Task<Pushed> StoreAsync(Sql sql)
    {
        var (identity, text) = (Identity(), SummaryJson.Serialize(summary));
        var content = Digest(text);
        var known = await sql.AllAsync(
            "select id, content from pingmark.run where identity = $1 for update",
            row => (Id: row.GetInt64(0), Content: row.GetFieldValue<byte[]>(1)),
            identity
        );
        if (known is [var same] && same.Content.AsSpan().SequenceEqual(content))
            return Pushed.WasThere;
        var about = Sql.Json(JsonSerializer.Serialize(PastRun.Of(name, summary), SummaryJson.LineOptions));
        if (known is [var other])
        {
            await sql.RunAsync(
                "update pingmark.run set content = $2, about = $3, summary = $4, pushed_at = now() where id = $1",
                other.Id,
                content,
                about,
                Sql.Json(text)
            );
            await sql.RunAsync("delete from pingmark.cell where run = $1", other.Id);
            await StoreCellsAsync(sql, other.Id);
            return Pushed.Replaced;
        }
        var id = await sql.OneAsync<long>(
            "insert into pingmark.run (identity, content, started_at, about, summary) values ($1, $2, $3, $4, $5) "
                + "on conflict do nothing returning id",
            identity,
            content,
            summary.StartedAt.ToUniversalTime(),
            about,
            Sql.Json(text)
        );
        // Somebody else pushed it a moment ago.
        if (id == 0)
            return Pushed.WasThere;
        await StoreCellsAsync(sql, id);
        return Pushed.Stored;
    }

    private async Task StoreCellsAsync(Sql sql, long run)
    {
        var series = await SeriesAsync(sql);
        await sql.RunAsync(
            "insert into pingmark.cell (run, number, series, versions) "
                + "select $1, * from unnest($2::int[], $3::bigint[], $4::json[])",
            run,
            Enumerable.Range(0, _cells.Count).ToArray(),
            series,
            Sql.Json(_cells.Select(cell => Text(cell.Versions)).ToArray())
        );
        var figures = (
            from cell in _cells.Index()
            from metric in Metric.All
            let value = metric.Of(cell.Item)
            where value is not null
            select (cell.Index, metric.Key, Value: value)
        ).ToList();
        await sql.RunAsync(
            "insert into pingmark.figure (run, number, metric, value, ci_low, ci_high) "
                + "select $1, * from unnest($2::int[], $3::text[], $4::float8[], $5::float8[], $6::float8[])",
            run,
            figures.Select(f => f.Index).ToArray(),
            figures.Select(f => f.Key).ToArray(),
            figures.Select(f => f.Value.Value).ToArray(),
            figures.Select(f => f.Value.CiLow).ToArray(),
            figures.Select(f => f.Value.CiHigh).ToArray()
        );
    }

    /// <summary>The id of each cell's series; those that are new are stored.</summary>
    private async Task<long[]> SeriesAsync(Sql sql)
    {
        var keys = _cells.Select(cell => Text(Series.Of(cell))).ToList();
        // In one order whoever pushes, so that nobody waits for who waits for him.
        var distinct = keys.Distinct()
            .Select(key => (Key: key, Digest: Digest(key)))
            .OrderBy(series => Convert.ToHexString(series.Digest), StringComparer.Ordinal)
            .ToList();
        var digests = distinct.Select(series => series.Digest).ToArray();
        await sql.RunAsync(
            "insert into pingmark.series (digest, key) select * from unnest($1::bytea[], $2::json[]) "
                + "on conflict do nothing",
            digests,
            Sql.Json(distinct.Select(series => series.Key).ToArray())
        );
        var ids = await sql.AllAsync(
            "select id, digest from pingmark.series where digest = any($1)",
            row => (Id: row.GetInt64(0), Digest: Convert.ToHexString(row.GetFieldValue<byte[]>(1))),
            (object)digests
        );
        var idOf = ids.ToDictionary(series => series.Digest, series => series.Id);
        return keys.Select(key => idOf[Convert.ToHexString(Digest(key))]).ToArray();
    }

    /// <summary>No two runs begin at the same tick with the same seed on the same machine.</summary>
    private byte[] Identity()
    {
        var machine = summary.Machine;
        var began = summary.StartedAt.UtcTicks;
        return Digest(
            Text(new object[] { summary.Suite, began, summary.Seed, summary.Baseline, machine.Cpu, machine.Kernel })
        );
    }

    private static string Text<T>(T value) => JsonSerializer.Serialize(value, SummaryJson.LineOptions);

    private static byte[] Digest(string text) => SHA256.HashData(Encoding.UTF8.GetBytes(text));
}
