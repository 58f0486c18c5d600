using System.Text.Json;

namespace Pingmark.Worker.Kit;

/// <summary>When a lane's counted messages were sent, and answered or lost, as many as there was room for: nothing is
/// allocated while it measures.</summary>
internal sealed class MessageLog(int room)
{
    /// <summary>In place of when a lost message was answered.</summary>
    public const long Never = 0;

    private readonly Entry[] _entries = new Entry[room];
    private int _size;
    private long _missed;

    private readonly record struct Entry(int Connection, long SentAt, long ReceivedAt);

    public void Add(int connection, long sentAt, long receivedAt)
    {
        if (_size == _entries.Length)
            _missed++;
        else
            _entries[_size++] = new(connection, sentAt, receivedAt);
    }

    /// <summary>A part of what the lanes of the last run logged, lane after lane.</summary>
    public static void Write(Utf8JsonWriter json, IReadOnlyList<MessageLog> logs, long from)
    {
        json.WriteNumber("logged", logs.Sum(log => (long)log._size));
        json.WriteNumber("not_logged", logs.Sum(log => log._missed));
        var part = logs.SelectMany(log => log._entries.Take(log._size))
            .Skip((int)from)
            .Take(Constants.LoggedMessagesOfAReply)
            .ToList();
        json.WriteNumbers("connections", part.Select(entry => (long)entry.Connection));
        json.WriteNumbers("sent_ns", part.Select(entry => entry.SentAt));
        json.WriteNumbers("received_ns", part.Select(entry => entry.ReceivedAt));
    }
}
