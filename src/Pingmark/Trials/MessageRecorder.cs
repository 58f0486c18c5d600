using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>Says what becomes of a pair's log of messages. This recorder has no log.</summary>
public class MessageRecorder
{
    private MessageRecorder() { }

    public static MessageRecorder None { get; } = new();

    /// <summary>Makes a recorder that logs messages and hands them over.</summary>
    /// <param name="keep">Is given the messages of a cell's continuous window in a round.</param>
    public static MessageRecorder HandingTo(Action<Cell, int, MessageLog> keep) => new Keeping(keep);

    /// <summary>Whether a window may be measured in parts; a log is of one piece.</summary>
    internal virtual bool AllowsParts => true;

    /// <summary>How many messages of a measurement are logged at most; null where there is no log.</summary>
    /// <param name="messages">How many messages are expected by the warm-up's rate; 0 where that is not known
    /// yet.</param>
    internal virtual int? RoomFor(double messages) => null;

    /// <summary>Keeps the log of the client's last measurement.</summary>
    /// <returns>How many messages found no room in the log; null where there is no log.</returns>
    internal virtual Task<long?> KeepAsync(ClientSide client, Cell cell, int round, CancellationToken cancel) =>
        Task.FromResult<long?>(null);

    private sealed class Keeping(Action<Cell, int, MessageLog> keep) : MessageRecorder
    {
        /// <summary>The room for messages that nobody foresaw, because a rate may rise, or is not known yet.</summary>
        private const int Least = 10_000,
            Reserve = 2;

        internal override bool AllowsParts => false;

        /// <summary>Makes room in every measurement, in the warm-up and in slices, too: what differed between them
        /// would be new to a compiler when it counts.</summary>
        internal override int? RoomFor(double messages) => (int)Math.Clamp(Reserve * messages, Least, MessageLog.Most);

        internal override async Task<long?> KeepAsync(ClientSide client, Cell cell, int round, CancellationToken cancel)
        {
            var log = await client.LoggedAsync(cancel);
            keep(cell, round, log);
            return log.NotLogged;
        }
    }
}
