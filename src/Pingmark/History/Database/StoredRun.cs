using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.History.Database;

/// <summary>How a copy of a run compares with the one in the database. Newer: it has more trials, or as many that
/// another version of pingmark summed up. Older: it has fewer.</summary>
public enum Pushed
{
    New,
    Newer,
    Same,
    Older,
}

/// <param name="IsStored">Whether the database has this copy now.</param>
/// <param name="Why">For an older copy, how complete each of the two is.</param>
public sealed record PushedRun(Pushed What, bool IsStored = true, string Why = "");

/// <summary>A run as a database keeps it: its whole summary, and its figures one by one.</summary>
public sealed class StoredRun(string name, Summary summary)
{
    private readonly IReadOnlyList<CellSummary> _cells = [.. RunHistory.Measured(summary)];
    private readonly string _summary = SummaryJson.Serialize(summary);
    private readonly PastRun _run = PastRun.FromSummary(name, summary);

    /// <summary>What is not stored figure by figure since others had its cores, in words; null where all is.</summary>
    public string? LeftOut => _run.LeftOut;

    /// <param name="replaces">Whether it also replaces a more complete copy of the run.</param>
    internal async Task<PushedRun> StoreAsync(Sql sql, bool replaces)
    {
        var (identity, content) = (Identity(), Digest(_summary));
        while (true)
        {
            var known = await sql.AllAsync(
                "select id, content = $2 from pingmark.run where identity = $1 for update",
                row => (Id: row.GetInt64(0), IsSame: row.GetBoolean(1)),
                identity,
                content
            );
            if (known is [var stored])
                return stored.IsSame ? new(Pushed.Same) : await StoreOverAsync(sql, stored.Id, content, replaces);
            if (await InsertAsync(sql, identity, content))
                return new(Pushed.New);
            // Somebody else has just stored a copy, which may differ.
        }
    }

    /// <returns>Whether the run was inserted; false where the database has it already.</returns>
    private async Task<bool> InsertAsync(Sql sql, byte[] identity, byte[] content)
    {
        var id = await sql.OneAsync<long>(
            "insert into pingmark.run (identity, content, started_at, about, summary) values ($1, $2, $3, $4, $5) "
                + "on conflict do nothing returning id",
            identity,
            content,
            summary.StartedAt.ToUniversalTime(),
            Sql.Json(Text(_run)),
            Sql.Json(_summary)
        );
        if (id != 0)
            await StoreCellsAsync(sql, id);
        return id != 0;
    }

    private async Task<PushedRun> StoreOverAsync(Sql sql, long id, byte[] content, bool replaces)
    {
        var stored = await sql.OneAsync<string>("select summary::text from pingmark.run where id = $1", id);
        var (mine, theirs) = (Completeness.FromSummary(summary), Completeness.FromText(stored!));
        var pushed =
            mine.CompareTo(theirs) >= 0
                ? new PushedRun(Pushed.Newer)
                : new PushedRun(Pushed.Older, replaces, $"this copy has {mine}, the database's {theirs}");
        if (!pushed.IsStored)
            return pushed;
        await sql.RunAsync(
            "update pingmark.run set content = $2, about = $3, summary = $4, pushed_at = now() where id = $1",
            id,
            content,
            Sql.Json(Text(_run)),
            Sql.Json(_summary)
        );
        await sql.RunAsync("delete from pingmark.cell where run = $1", id);
        await StoreCellsAsync(sql, id);
        return pushed;
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
            let value = metric.EstimateOf(cell.Item)
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

    /// <summary>The ids of the cells' series; new series are stored.</summary>
    private async Task<long[]> SeriesAsync(Sql sql)
    {
        var keys = _cells.Select(cell => Text(Series.ForCell(cell))).ToList();
        // Always in the same order, so that two pushes do not wait for each other.
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

    /// <summary>The identity of a run: no two begin at the same tick with the same seed on the same machine.</summary>
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

/// <summary>How complete a copy of a run is: by its trials (one for each cell and round), then by its end.</summary>
internal readonly record struct Completeness(long Trials, RunEnd End) : IComparable<Completeness>
{
    public static Completeness FromSummary(Summary summary) =>
        new(
            summary.Cells.Sum(cell => (long)cell.Rounds),
            summary.DurationS is null ? RunEnd.Killed
                : summary.Interrupted ? RunEnd.Interrupted
                : RunEnd.Ended
        );

    /// <summary>A stored text that can't be read counts as no run at all.</summary>
    public static Completeness FromText(string summary)
    {
        try
        {
            return FromSummary(SummaryJson.ParseStrictly(summary, "the stored summary"));
        }
        catch (BadInputException)
        {
            return default;
        }
    }

    public int CompareTo(Completeness other) => (Trials, End).CompareTo((other.Trials, other.End));

    public override string ToString() =>
        $"{NumberText.Count(Trials, "trial")} that count and "
        + End switch
        {
            RunEnd.Killed => "was killed",
            RunEnd.Interrupted => "was interrupted",
            RunEnd.Ended => "ended by itself",
            _ => "can't be read",
        };
}

internal enum RunEnd
{
    Unknown,
    Killed,
    Interrupted,
    Ended,
}
