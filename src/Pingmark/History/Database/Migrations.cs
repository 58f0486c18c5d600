using System.Globalization;
using System.Reflection;

namespace Pingmark.History.Database;

/// <summary>Brings a database's tables up to date by the steps that it lacks: numbered SQL resources, all in one
/// transaction, and one process at a time.</summary>
internal static class Migrations
{
    private const string Prefix = "history.";

    /// <summary>The id of the lock, "Pingmark" in ASCII: locks of a database are numbers that all its users
    /// share.</summary>
    private const long LockId = 0x50696E676D61726B;

    private static readonly Assembly Home = typeof(Migrations).Assembly;

    /// <summary>The steps in their order; the first one makes version 1.</summary>
    private static readonly IReadOnlyList<string> Steps =
    [
        .. Home.GetManifestResourceNames()
            .Where(name => name.StartsWith(Prefix, StringComparison.Ordinal))
            .Order(StringComparer.Ordinal),
    ];

    public static int Newest => Steps.Count;

    /// <summary>Asks the rows of the catalogue, because names are looked up in a cache that is not renewed while a
    /// transaction waits for its lock.</summary>
    private const string HasTables =
        "select exists (select from pg_catalog.pg_class join pg_catalog.pg_namespace n on relnamespace = n.oid "
        + "where nspname = 'pingmark' and relname = 'migration')";

    /// <summary>The version of the tables; 0 where the database has none of pingmark.</summary>
    public static async Task<int> VersionAsync(Sql sql) =>
        await sql.OneAsync<bool>(HasTables)
            ? await sql.OneAsync<int>("select coalesce(max(version), 0) from pingmark.migration")
            : 0;

    public static async Task ApplyAsync(Sql sql)
    {
        await sql.RunAsync("select pg_advisory_xact_lock($1)", LockId);
        // Who had the lock before may have done it.
        for (var version = await VersionAsync(sql) + 1; version <= Newest; version++)
        {
            await sql.RunAsync(Text(Steps[version - 1]));
            await sql.RunAsync("insert into pingmark.migration (version) values ($1)", version);
        }
    }

    /// <exception cref="BadInputException">The tables are not those that this version reads.</exception>
    public static void Require(int version, string database)
    {
        RefuseUnknown(version, database);
        if (version == 0)
            throw new BadInputException($"{database} holds no runs of pingmark; `pingmark history push` stores some");
        if (version < Newest)
            throw new BadInputException(
                $"the tables of {database} are of an earlier pingmark; `pingmark history push` brings them up to date"
            );
    }

    /// <exception cref="BadInputException">No version up to this one made the tables.</exception>
    public static void RefuseUnknown(int version, string database)
    {
        if (version < 0 || version > Newest)
            throw new BadInputException(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"the tables of {database} are of {(version < 0 ? "no" : "a later")} pingmark (version {version}, "
                        + $"this one knows {Newest}); "
                ) + (version < 0 ? "give another database" : "use that one")
            );
    }

    private static string Text(string step)
    {
        using var reader = new StreamReader(Home.GetManifestResourceStream(step)!);
        return reader.ReadToEnd();
    }
}
