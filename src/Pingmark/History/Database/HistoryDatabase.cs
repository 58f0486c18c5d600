using System.Data;
using System.Globalization;
using Npgsql;

namespace Pingmark.History.Database;

/// <summary>A PostgreSQL database that keeps the runs of a team. After Ctrl-C no method waits for the server: what it
/// still does is left behind, because the driver's own cancellation waits for the server too.</summary>
public sealed class HistoryDatabase : IAsyncDisposable
{
    private readonly NpgsqlDataSource _driver;
    private readonly NpgsqlConnection _connection;
    private readonly string _name;
    private Task _transaction = Task.CompletedTask;

    private HistoryDatabase(NpgsqlDataSource driver, NpgsqlConnection connection, string name) =>
        (_driver, _connection, _name) = (driver, connection, name);

    /// <exception cref="BadInputException">The server can't be reached, refuses, or does not answer.</exception>
    public static async Task<HistoryDatabase> OpenAsync(DatabaseUrl url, CancellationToken cancel)
    {
        try
        {
            var driver = Driver(url.Settings);
            // Not all that the driver waits for has its deadline.
            var opening = Task.Run(() => driver.OpenConnectionAsync(CancellationToken.None).AsTask(), cancel);
            return new(
                driver,
                await opening.WaitAsync(TimeSpan.FromSeconds(url.ConnectTimeoutS + 1), cancel),
                url.Name
            );
        }
        // The driver, its certificates and its files fail in many ways, and none of them is a defect of pingmark.
        catch (Exception e) when (e is not OperationCanceledException)
        {
            var reason = IsTimeout(e)
                ? string.Create(
                    CultureInfo.InvariantCulture,
                    $"it did not answer within {url.ConnectTimeoutS} s; check its address, its port and the firewall, "
                        + $"or wait longer with connect_timeout=SECONDS in the URL"
                )
                : Reason(e);
            throw new BadInputException($"the database {url.Name} can't be used: {reason}");
        }
    }

    /// <summary>A driver with only the features that are used: the others take longer to start than a query.</summary>
    private static NpgsqlDataSource Driver(string settings)
    {
        var builder = new NpgsqlSlimDataSourceBuilder(settings);
        builder.EnableArrays().EnableTransportSecurity().EnableIntegratedSecurity();
        builder.ConfigureTypeLoading(types => types.EnableTypeLoading(false));
        return builder.Build();
    }

    /// <summary>Makes the tables where there are none.</summary>
    /// <exception cref="PingmarkException">The tables are of another version, or can't be made.</exception>
    public Task PrepareAsync(CancellationToken cancel) =>
        TransactAsync(
            IsolationLevel.ReadCommitted,
            async sql =>
            {
                await Tables.PrepareAsync(sql, _name);
                return true;
            },
            cancel
        );

    /// <summary>Stores a run completely or not at all.</summary>
    /// <param name="replaces">Whether it also replaces a more complete copy of the run.</param>
    /// <exception cref="PingmarkException">The database failed, and the run is not stored.</exception>
    public Task<PushedRun> PushAsync(StoredRun run, bool replaces, CancellationToken cancel) =>
        TransactAsync(IsolationLevel.ReadCommitted, sql => run.StoreAsync(sql, replaces), cancel);

    /// <param name="asked">The figures that are asked for; null: none.</param>
    /// <exception cref="PingmarkException">The database has no such tables, or failed.</exception>
    public Task<RunHistory> ReadAsync(FigureRequest? asked, CancellationToken cancel) =>
        TransactAsync(
            IsolationLevel.RepeatableRead,
            async sql =>
            {
                await Tables.RequireAsync(sql, _name);
                return await new HistoryReader(sql).ReadAsync(asked);
            },
            cancel
        );

    private async Task<T> TransactAsync<T>(
        IsolationLevel isolation,
        Func<Sql, Task<T>> statements,
        CancellationToken cancel
    )
    {
        var transaction = RunAsync();
        _transaction = transaction;
        try
        {
            return await transaction.WaitAsync(cancel);
        }
        // A server that is no PostgreSQL, or whose columns differ, makes the driver throw more than its own exceptions.
        catch (Exception e)
            when (e
                    is NpgsqlException
                        or IOException
                        or TimeoutException
                        or InvalidCastException
                        or InvalidOperationException
                        or OverflowException
            )
        {
            throw new PingmarkException(
                $"the database {_name} failed: {Reason(e)}; a run is stored as a whole or not at all",
                ExitCode.CellFailed,
                e
            );
        }

        async Task<T> RunAsync()
        {
            await using var open = await _connection.BeginTransactionAsync(isolation, CancellationToken.None);
            var result = await statements(new(_connection));
            await open.CommitAsync(CancellationToken.None);
            return result;
        }
    }

    private static bool IsTimeout(Exception? e) =>
        e is TimeoutException || e is not null && IsTimeout(e.InnerException);

    /// <summary>The messages of an error and its causes; the driver keeps passwords out of them.</summary>
    private static string Reason(Exception e) =>
        e is PostgresException said ? $"{said.MessageText} ({said.SqlState})"
        : e.Message.StartsWith("SSL connection requested. No SSL", StringComparison.Ordinal)
            ? "it speaks no TLS, which the sslmode of the URL asks for"
        : e.Message.Contains("\"Password\" authentication method is not allowed", StringComparison.Ordinal)
            ? "it asks for the password in clear text; sslmode=verify-full (or require) in the URL sends it encrypted"
        : e.Message.TrimEnd('.') + (e.InnerException is { } inner ? $": {Reason(inner)}" : "");

    /// <summary>Closes the connection, unless a transaction was left behind: closing would wait for it.</summary>
    public async ValueTask DisposeAsync()
    {
        if (!_transaction.IsCompleted)
            return;
        await _connection.DisposeAsync();
        await _driver.DisposeAsync();
    }
}
