using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>What becomes of a pair's log of messages. This one has none.</summary>
public class MessageRecorder
{
    private MessageRecorder() { }

    public static MessageRecorder None { get; } = new();

    /// <param name="keep">Given what each message of a cell's continuous window in a round met.</param>
    public static MessageRecorder Of(Action<Cell, int, MessageLog> keep) => new Keeping(keep);

    /// <summary>Whether a window may be measured in parts: a log is of one piece.</summary>
    internal virtual bool AllowsParts => true;

    /// <summary>How many messages of a measurement are logged at most; null: it has no log.</summary>
    /// <param name="messages">So many are expected by the warm-up's rate; 0 where that is not known yet.</param>
    internal virtual int? RoomFor(double messages) => null;

    /// <summary>Keeps the log of the client's last measurement.</summary>
    /// <returns>How many messages found no room in it; null: there is none.</returns>
    internal virtual Task<long?> KeepAsync(ClientSide client, Cell cell, int round, CancellationToken cancel) =>
        Task.FromResult<long?>(null);

    private sealed class Keeping(Action<Cell, int, MessageLog> keep) : MessageRecorder
    {
        /// <summary>Messages that nobody foresaw: a rate may rise, or not be known yet.</summary>
        private const int Least = 10_000,
            Reserve = 2;

        internal override bool AllowsParts => false;

        /// <summary>All measurements have one, the warm-up's and slices, too: what differed between them would be new
        /// to a compiler when it counts.</summary>
        internal override int? RoomFor(double messages) => (int)Math.Clamp(Reserve * messages, Least, MessageLog.Most);

        internal override async Task<long?> KeepAsync(ClientSide client, Cell cell, int round, CancellationToken cancel)
        {
            var log = await client.LoggedAsync(cancel);
            keep(cell, round, log);
            return log.NotLogged;
        }
    }
}
