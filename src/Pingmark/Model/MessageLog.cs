namespace Pingmark.Model;

/// <summary>When each counted message was sent and answered, as its client logged it.</summary>
/// <param name="NotLogged">Those that found no room.</param>
public sealed record MessageLog(IReadOnlyList<LoggedMessage> Messages, long NotLogged)
{
    /// <summary>More are not asked for.</summary>
    public const int Most = 4_000_000;
}

/// <param name="SentNs">By the client's clock, as the other.</param>
/// <param name="ReceivedNs">Null: it was lost.</param>
public readonly record struct LoggedMessage(int Connection, long SentNs, long? ReceivedNs);
