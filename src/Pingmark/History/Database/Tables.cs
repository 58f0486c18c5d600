using System.Globalization;

namespace Pingmark.History.Database;

/// <summary>Makes the tables of a database, and refuses those of another version.</summary>
internal static class Tables
{
    private const int Version = 2;

    /// <summary>"Pingmark" in ASCII: all users of a database share the numbers of its locks.</summary>
    private const long LockId = 0x50696E676D61726B;

    /// <summary>Makes the tables where there are none. Only one process at a time does so.</summary>
    /// <exception cref="BadInputException">The tables are of another version.</exception>
    public static async Task PrepareAsync(Sql sql, string database)
    {
        await sql.RunAsync("select pg_advisory_xact_lock($1)", LockId);
        if (await VersionAsync(sql) is not { } version)
        {
            using var script = new StreamReader(
                typeof(Tables).Assembly.GetManifestResourceStream("history-tables.sql")!
            );
            await sql.RunAsync(await script.ReadToEndAsync());
            await sql.RunAsync("insert into pingmark.migration (version) values ($1)", Version);
        }
        else
            RequireKnown(version, database);
    }

    /// <exception cref="BadInputException">There are no tables, or those of another version.</exception>
    public static async Task RequireAsync(Sql sql, string database) =>
        RequireKnown(
            await VersionAsync(sql)
                ?? throw new BadInputException(
                    $"{database} holds no runs of pingmark; `pingmark history push` stores some"
                ),
            database
        );

    private static void RequireKnown(int version, string database)
    {
        if (version != Version)
            throw new BadInputException(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"the tables of {database} have version {version}, and this pingmark uses version {Version}; use "
                        + $"the pingmark that made them, or another database"
                )
            );
    }

    /// <summary>The version of the tables; null where there are none. It asks the catalogue's rows, because the cache
    /// of names is not renewed while a transaction waits for its lock.</summary>
    private static async Task<int?> VersionAsync(Sql sql) =>
        await sql.OneAsync<bool>(
            "select exists (select from pg_catalog.pg_class join pg_catalog.pg_namespace n on relnamespace = n.oid "
                + "where nspname = 'pingmark' and relname = 'migration')"
        )
            ? await sql.OneAsync<int>("select coalesce(max(version), 0) from pingmark.migration")
            : null;
}
