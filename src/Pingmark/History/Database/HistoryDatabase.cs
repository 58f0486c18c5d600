using System.Data;
using Npgsql;

namespace Pingmark.History.Database;

/// <summary>A PostgreSQL database that keeps the runs of a team. None of its methods waits for a silent server, or
/// after it was cancelled: what is still going on is then left behind.</summary>
public sealed class HistoryDatabase : IAsyncDisposable
{
    private readonly NpgsqlDataSource _driver;
    private readonly NpgsqlConnection _connection;
    private readonly Transactions _transactions;
    private readonly string _name;

    private HistoryDatabase(NpgsqlDataSource driver, NpgsqlConnection connection, string name)
    {
        (_driver, _connection, _name) = (driver, connection, name);
        _transactions = new(connection, name);
    }

    /// <param name="tell">Receives warnings that the user should read before the connection is opened.</param>
    /// <exception cref="BadInputException">The server can't be reached, refuses, or does not answer.</exception>
    public static async Task<HistoryDatabase> OpenAsync(DatabaseUrl url, Action<string> tell, CancellationToken cancel)
    {
        var (driver, connection) = await Connecting.OpenAsync(url, tell, cancel);
        return new(driver, connection, url.Name);
    }

    /// <summary>Makes the tables, or brings them up to date.</summary>
    /// <exception cref="PingmarkException">The tables are of a later pingmark, or can't be made.</exception>
    public async Task PrepareAsync(CancellationToken cancel)
    {
        var version = await DoAsync(IsolationLevel.ReadCommitted, Migrations.VersionAsync, cancel);
        Migrations.RefuseUnknown(version, _name);
        if (version < Migrations.Newest)
            await DoAsync(
                IsolationLevel.ReadCommitted,
                async sql =>
                {
                    await Migrations.ApplyAsync(sql);
                    return true;
                },
                cancel
            );
    }

    /// <summary>Stores a run completely or not at all.</summary>
    /// <param name="replaces">Whether it also replaces a more complete copy of the run.</param>
    /// <exception cref="PingmarkException">The database failed, and the run is not stored.</exception>
    public Task<PushedRun> PushAsync(StoredRun run, bool replaces, CancellationToken cancel) =>
        _transactions.DoAsync(
            IsolationLevel.ReadCommitted,
            sql => run.StoreAsync(sql, replaces),
            run.LongestSending,
            cancel
        );

    /// <param name="asked">The figures that are asked for; null: none.</param>
    /// <exception cref="PingmarkException">The database has no such tables, or failed.</exception>
    public Task<RunHistory> ReadAsync(FigureRequest? asked, CancellationToken cancel) =>
        DoAsync(
            IsolationLevel.RepeatableRead,
            async sql =>
            {
                Migrations.Require(await Migrations.VersionAsync(sql), _name);
                return await new HistoryReader(sql).ReadAsync(asked);
            },
            cancel
        );

    private Task<T> DoAsync<T>(IsolationLevel isolation, Func<Sql, Task<T>> statements, CancellationToken cancel) =>
        _transactions.DoAsync(isolation, statements, TimeSpan.Zero, cancel);

    /// <summary>Closes the connection, unless the server is silent, since closing would wait for it.</summary>
    public async ValueTask DisposeAsync()
    {
        if (!_transactions.AreOver)
            return;
        await _connection.DisposeAsync();
        await _driver.DisposeAsync();
    }
}
