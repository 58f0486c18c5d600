using Npgsql;
using Pingmark.Formatting;

namespace Pingmark.History.Database;

/// <summary>Opens connections. Each way of connecting has the URL's deadline, whatever a server does or does not
/// do.</summary>
internal static class Connecting
{
    /// <summary>How much longer than the driver's own deadline is waited, because not all that the driver waits for has
    /// one.</summary>
    private static readonly TimeSpan Longer = TimeSpan.FromSeconds(1);

    /// <param name="tell">Receives warnings that the user should read before the connection is opened.</param>
    /// <exception cref="BadInputException">The server can't be reached, refuses, or does not answer.</exception>
    public static async Task<(NpgsqlDataSource Driver, NpgsqlConnection Connection)> OpenAsync(
        DatabaseUrl url,
        Action<string> tell,
        CancellationToken cancel
    )
    {
        var ways = ConnectionAttempt.Plan(url);
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

    /// <summary>Opens a connection in one way. The task of a silent server is left behind: neither the driver's
    /// cancellation nor its end has a deadline.</summary>
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

    /// <summary>A driver with only those features that are used here: the others take longer to start than a query
    /// takes.</summary>
    private static NpgsqlDataSource Driver(string settings, ConnectionPhase phase)
    {
        var builder = new NpgsqlSlimDataSourceBuilder(settings);
        builder.EnableArrays().EnableTransportSecurity().EnableIntegratedSecurity().UseLoggerFactory(phase);
        // All types are PostgreSQL's own, which it knows.
        builder.ConfigureTypeLoading(types => types.EnableTypeLoading(false));
        return builder.Build();
    }

    /// <summary>The messages of an error and its causes; the driver keeps passwords out of them.</summary>
    public static string Reason(Exception e) =>
        e is PostgresException said ? $"{said.MessageText} ({said.SqlState})"
        : e.Message.StartsWith(ConnectionAttempt.NoTls, StringComparison.Ordinal)
            ? "it speaks no TLS, which the sslmode of the URL asks for"
        : e.Message.TrimEnd('.') + (e.InnerException is { } inner ? $": {Reason(inner)}" : "");
}
