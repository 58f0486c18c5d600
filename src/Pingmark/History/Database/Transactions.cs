using System.Data;
using System.Globalization;
using Npgsql;

namespace Pingmark.History.Database;

/// <summary>Runs one transaction after the other on a connection whose server may be slow, but not silent. A statement
/// has a time after which the server itself ends it: a server that does so lives, and the transaction is repeated with
/// twice the time. One that does not even do that is given up, since nothing else distinguishes a server that works
/// from one that is stopped.</summary>
internal sealed class Transactions(NpgsqlConnection connection, string name)
{
    private static readonly TimeSpan First = TimeSpan.FromSeconds(3),
        Longest = TimeSpan.FromSeconds(96),
        Step = TimeSpan.FromSeconds(1),
        ToEndIt = TimeSpan.FromSeconds(3);

    private Task _last = Task.CompletedTask;

    /// <summary>Whether nothing is still going on on the connection.</summary>
    public bool AreOver => _last.IsCompleted;

    /// <param name="statements">The statements, which are done as a whole or not at all, and repeated from the
    /// beginning where they were too slow.</param>
    /// <param name="sending">How long a network may take to send their data.</param>
    /// <exception cref="PingmarkException">The database failed, or is silent.</exception>
    public async Task<T> DoAsync<T>(
        IsolationLevel isolation,
        Func<Sql, Task<T>> statements,
        TimeSpan sending,
        CancellationToken cancel
    )
    {
        for (var limit = First + sending; ; limit *= 2)
            try
            {
                return await OnceAsync(isolation, statements, limit, cancel);
            }
            catch (PostgresException e)
                when (e.SqlState == PostgresErrorCodes.QueryCanceled && connection.State == ConnectionState.Open)
            {
                if (limit >= Longest)
                    throw Failed($"it lives, but {limit.TotalSeconds:0} s are not enough for a statement", e);
            }
            // What a server that is none, or whose columns are others, makes the driver throw.
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
                throw Failed(Connecting.Reason(e), e);
            }
    }

    private async Task<T> OnceAsync<T>(
        IsolationLevel isolation,
        Func<Sql, Task<T>> statements,
        TimeSpan limit,
        CancellationToken cancel
    )
    {
        var sql = new Sql(connection);
        var all = TransactionAsync();
        _last = all;
        var (silent, heard) = (TimeSpan.Zero, sql.AnswerCount);
        while (!await Deadline.MetAsync(all, Step, TimeProvider.System, cancel))
        {
            silent = sql.AnswerCount == heard ? silent + Step : TimeSpan.Zero;
            heard = sql.AnswerCount;
            if (silent >= limit + ToEndIt)
                throw Failed(
                    $"for {silent.TotalSeconds:0} s it has said nothing to a statement, which it should have ended by "
                        + "itself; is it stopped, or the network cut?"
                );
        }
        return await all;

        async Task<T> TransactionAsync()
        {
            await using var transaction = await connection.BeginTransactionAsync(isolation, CancellationToken.None);
            await sql.OneAsync<string>(
                "select set_config('statement_timeout', $1, true)",
                limit.TotalMilliseconds.ToString("0", CultureInfo.InvariantCulture)
            );
            var result = await statements(sql);
            await transaction.CommitAsync(CancellationToken.None);
            return result;
        }
    }

    private PingmarkException Failed(string reason, Exception? e = null) =>
        new($"the database {name} failed: {reason}; a run is stored as a whole or not at all", ExitCode.CellFailed, e);
}
