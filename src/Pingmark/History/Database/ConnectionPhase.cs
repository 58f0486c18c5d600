using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;

namespace Pingmark.History.Database;

/// <param name="Silence">What a silent server fails to do in this phase, in words.</param>
/// <param name="Hint">What the user can look at.</param>
internal sealed record Phase(string Silence, string Hint);

/// <summary>How far the opening of a connection came, which the driver only writes to its log.</summary>
/// <param name="isEncrypted">Whether TLS is asked for before anything else.</param>
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

    /// <summary>Does nothing: this factory has one logger.</summary>
    public void AddProvider(ILoggerProvider provider) { }

    public void Dispose() { }
}
