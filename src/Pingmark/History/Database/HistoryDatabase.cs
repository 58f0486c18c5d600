using System.Data;
using Npgsql;

namespace Pingmark.History.Database;

/// <summary>A PostgreSQL database that keeps the runs of a team.</summary>
public sealed class HistoryDatabase : IAsyncDisposable
{
    private readonly NpgsqlDataSource _driver;
    private readonly NpgsqlConnection _connection;
    private readonly string _name;

    private HistoryDatabase(NpgsqlDataSource driver, NpgsqlConnection connection, string name) =>
        (_driver, _connection, _name) = (driver, connection, name);

    /// <exception cref="BadInputException">It can't be reached, or refuses.</exception>
    public static async Task<HistoryDatabase> OpenAsync(DatabaseUrl url, CancellationToken cancel)
    {
        NpgsqlDataSource? driver = null;
        try
        {
            driver = Driver(url.Settings);
            return new(driver, await driver.OpenConnectionAsync(cancel), url.Name);
        }
        // A driver, its certificates and its files fail in many ways, and none of them is a defect of pingmark.
        catch (Exception e) when (e is not OperationCanceledException)
        {
            if (driver is not null)
                await driver.DisposeAsync();
            throw new BadInputException($"the database {url.Name} can't be used: {Reason(e)}");
        }
    }

    /// <summary>Of all that it could do, what is used here: the rest takes longer to start than a question to be
    /// answered.</summary>
    private static NpgsqlDataSource Driver(string settings)
    {
        var builder = new NpgsqlSlimDataSourceBuilder(settings);
        builder.EnableArrays().EnableTransportSecurity().EnableIntegratedSecurity();
        // All types are PostgreSQL's own, which it knows.
        builder.ConfigureTypeLoading(types => types.EnableTypeLoading(false));
        return builder.Build();
    }

    /// <summary>Makes the tables, or brings them up to date.</summary>
    /// <exception cref="PingmarkException">They are of a later pingmark, or can't be made.</exception>
    public async Task PrepareAsync(CancellationToken cancel)
    {
        var version = await AtOnceAsync(IsolationLevel.ReadCommitted, Migrations.VersionAsync, cancel);
        Migrations.RefuseNewer(version, _name);
        if (version < Migrations.Newest)
            await AtOnceAsync(
                IsolationLevel.ReadCommitted,
                async sql =>
                {
                    await Migrations.ApplyAsync(sql);
                    return true;
                },
                cancel
            );
    }

    /// <summary>Stores a run, all of it or nothing.</summary>
    /// <exception cref="PingmarkException">The database failed; the run is not stored.</exception>
    public Task<Pushed> PushAsync(StoredRun run, CancellationToken cancel) =>
        AtOnceAsync(IsolationLevel.ReadCommitted, run.StoreAsync, cancel);

    /// <param name="asked">Null: no figures.</param>
    /// <exception cref="PingmarkException">There are no such tables, or the database failed.</exception>
    public Task<RunHistory> ReadAsync(FigureRequest? asked, CancellationToken cancel) =>
        AtOnceAsync(
            IsolationLevel.RepeatableRead,
            async sql =>
            {
                Migrations.Require(await Migrations.VersionAsync(sql), _name);
                return await new HistoryReader(sql, _name).ReadAsync(asked);
            },
            cancel
        );

    private async Task<T> AtOnceAsync<T>(
        IsolationLevel isolation,
        Func<Sql, Task<T>> statements,
        CancellationToken cancel
    )
    {
        try
        {
            await using var transaction = await _connection.BeginTransactionAsync(isolation, cancel);
            var result = await statements(new Sql(_connection, cancel));
            await transaction.CommitAsync(cancel);
            return result;
        }
        catch (Exception e) when (e is NpgsqlException or IOException or TimeoutException)
        {
            throw new PingmarkException(
                $"the database {_name} failed: {Reason(e)}; a run is stored as a whole or not at all",
                ExitCode.CellFailed,
                e
            );
        }
    }

    /// <summary>All that was said on the way; the driver keeps passwords out of it.</summary>
    private static string Reason(Exception e) =>
        e is PostgresException said
            ? $"{said.MessageText} ({said.SqlState})"
            : e.Message.TrimEnd('.') + (e.InnerException is { } inner ? $": {Reason(inner)}" : "");

    public async ValueTask DisposeAsync()
    {
        await _connection.DisposeAsync();
        await _driver.DisposeAsync();
    }
}
