using Npgsql;
using Pingmark.Formatting;

namespace Pingmark.History.Database;

/// <summary>Opens connections, within the time of the URL for each way, whatever a server does or leaves.</summary>
internal static class Connecting
{
    /// <summary>The driver's own deadlines come first; not all it waits for has one.</summary>
    private static readonly TimeSpan Longer = TimeSpan.FromSeconds(1);

    /// <param name="tell">Told what the user should know before it is done.</param>
    /// <exception cref="BadInputException">It can't be reached, refuses, or says nothing.</exception>
    public static async Task<(NpgsqlDataSource Driver, NpgsqlConnection Connection)> OpenAsync(
        DatabaseUrl url,
        Action<string> tell,
        CancellationToken cancel
    )
    {
        var ways = ConnectionAttempt.Of(url);
        foreach (var way in ways)
            try
            {
                if (way.Warning is { } warning)
                    tell(warning);
                return await OpenAsync(url, way, cancel);
            }
            catch (NpgsqlException e)
                when (way.LeadsOn is { } leads && e.Message.Contains(leads, StringComparison.Ordinal)) { }
            // A driver, its certificates and its files fail in many ways, and none of them is a defect of pingmark.
            catch (Exception e) when (e is not (OperationCanceledException or PingmarkException))
            {
                throw new BadInputException($"the database {url.Name} can't be used: {Reason(e)}");
            }
        throw new InvalidOperationException("the last way leads on to nothing");
    }

    /// <summary>The task of a server that is silent is left behind: neither the driver's cancellation nor its end have
    /// a deadline.</summary>
    private static async Task<(NpgsqlDataSource, NpgsqlConnection)> OpenAsync(
        DatabaseUrl url,
        ConnectionAttempt way,
        CancellationToken cancel
    )
    {
        var phase = new ConnectionPhase(way.IsEncrypted);
        var driver = Driver(way.Settings, phase);
        var seconds = new NpgsqlConnectionStringBuilder(way.Settings).Timeout;
        var opening = Task.Run(() => driver.OpenConnectionAsync(CancellationToken.None).AsTask(), cancel);
        try
        {
            if (await Deadline.MetAsync(opening, TimeSpan.FromSeconds(seconds) + Longer, TimeProvider.System, cancel))
                return (driver, await opening);
        }
        catch (Exception e) when (e is not OperationCanceledException)
        {
            await driver.DisposeAsync();
            if (!IsTimeout(e))
                throw;
        }
        throw new BadInputException(
            $"the database {url.Name} can't be used: for {NumberText.Count(seconds)} s it {phase.Reached.Silence}; "
                + $"{phase.Reached.Hint} (connect_timeout=SECONDS in the URL waits longer)"
        );
    }

    private static bool IsTimeout(Exception? e) =>
        e is TimeoutException || e is not null && IsTimeout(e.InnerException);

    /// <summary>Of all that it could do, what is used here: the rest takes longer to start than a question to be
    /// answered.</summary>
    private static NpgsqlDataSource Driver(string settings, ConnectionPhase phase)
    {
        var builder = new NpgsqlSlimDataSourceBuilder(settings);
        builder.EnableArrays().EnableTransportSecurity().EnableIntegratedSecurity().UseLoggerFactory(phase);
        // All types are PostgreSQL's own, which it knows.
        builder.ConfigureTypeLoading(types => types.EnableTypeLoading(false));
        return builder.Build();
    }

    /// <summary>All that was said on the way; the driver keeps passwords out of it.</summary>
    public static string Reason(Exception e) =>
        e is PostgresException said ? $"{said.MessageText} ({said.SqlState})"
        : e.Message.StartsWith(ConnectionAttempt.NoTls, StringComparison.Ordinal)
            ? "it speaks no TLS, which the sslmode of the URL asks for"
        : e.Message.TrimEnd('.') + (e.InnerException is { } inner ? $": {Reason(inner)}" : "");
}
