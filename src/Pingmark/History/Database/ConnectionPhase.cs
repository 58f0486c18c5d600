using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;

namespace Pingmark.History.Database;

/// <summary>How far the opening of a connection came, of which the driver tells its log alone.</summary>
/// <param name="isEncrypted">TLS is asked for before anything else.</param>
internal sealed class ConnectionPhase(bool isEncrypted) : ILoggerFactory, ILogger
{
    private const string Category = "Npgsql.Connection",
        SaysNothing = "took the connection and says nothing";

    private static readonly (string Silence, string Hint) Reaching =
            ("does not answer a connection", "is that its address and port, and does a firewall drop what goes there?"),
        Greeting = ($"{SaysNothing}, not even whether it speaks TLS", "is that PostgreSQL, and does it run?"),
        Handshake = ($"{SaysNothing} in the TLS handshake", "its log, or that of what is between, may tell why"),
        Entering = ($"{SaysNothing} to the login", "is that PostgreSQL, and what does its log say?");

    private (string Silence, string Hint) _reached = Reaching;

    /// <summary>What a server that says nothing more does not do, and where to look.</summary>
    public (string Silence, string Hint) Reached
    {
        get
        {
            lock (this)
                return _reached;
        }
    }

    public void Log<TState>(
        LogLevel logLevel,
        EventId eventId,
        TState state,
        Exception? exception,
        Func<TState, Exception?, string> formatter
    )
    {
        var said = formatter(state, exception);
        lock (this)
            _reached =
                Begins("Attempting to connect") ? Reaching
                : Begins("Socket connected")
                    ? isEncrypted ? Greeting
                        : Entering
                : Begins("Negotiating SSL") ? Handshake
                : Begins("SSL negotiation successful") ? Entering
                : _reached;

        bool Begins(string words) => said.StartsWith(words, StringComparison.Ordinal);
    }

    public ILogger CreateLogger(string categoryName) => categoryName == Category ? this : NullLogger.Instance;

    public bool IsEnabled(LogLevel logLevel) => true;

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => null;

    /// <summary>It is the only one.</summary>
    public void AddProvider(ILoggerProvider provider) { }

    public void Dispose() { }
}
