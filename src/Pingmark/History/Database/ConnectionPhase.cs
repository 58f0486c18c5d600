using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;

namespace Pingmark.History.Database;

/// <param name="Silence">What a server that says nothing more does not do.</param>
/// <param name="Hint">Where to look.</param>
internal sealed record Phase(string Silence, string Hint);

/// <summary>How far the opening of a connection came, of which the driver tells its log alone.</summary>
/// <param name="isEncrypted">TLS is asked for before anything else.</param>
internal sealed class ConnectionPhase(bool isEncrypted) : ILoggerFactory, ILogger
{
    private const string Category = "Npgsql.Connection",
        SaysNothing = "took the connection and says nothing";

    private static readonly Phase Reaching =
            new(
                "does not answer a connection",
                "is that its address and port, and does a firewall drop what goes there?"
            ),
        Greeting = new($"{SaysNothing}, not even whether it speaks TLS", "is that PostgreSQL, and does it run?"),
        Handshake = new($"{SaysNothing} in the TLS handshake", "its log, or that of what is between, may tell why"),
        Entering = new($"{SaysNothing} to the login", "is that PostgreSQL, and what does its log say?");

    private volatile Phase _reached = Reaching;

    public Phase Reached => _reached;

    public void Log<TState>(
        LogLevel logLevel,
        EventId eventId,
        TState state,
        Exception? exception,
        Func<TState, Exception?, string> formatter
    )
    {
        var said = formatter(state, exception);
        _reached =
            Begins("Attempting to connect") ? Reaching
            : Begins("Socket connected") ? (isEncrypted ? Greeting : Entering)
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
