namespace Pingmark.Model;

/// <summary>When each counted message was sent and answered, as its client logged it.</summary>
/// <param name="NotLogged">How many messages found no room in the log.</param>
public sealed record MessageLog(IReadOnlyList<LoggedMessage> Messages, long NotLogged)
{
    /// <summary>The most messages that a log is asked to hold.</summary>
    public const int Most = 4_000_000;
}

/// <param name="SentNs">When it was sent, by the client's clock.</param>
/// <param name="ReceivedNs">When its answer arrived, by the same clock; null where it was lost.</param>
public readonly record struct LoggedMessage(int Connection, long SentNs, long? ReceivedNs);
