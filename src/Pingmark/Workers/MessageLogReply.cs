using Pingmark.Model;

namespace Pingmark.Workers;

/// <summary>Reads what a client logged of a run, in several replies.</summary>
internal static class MessageLogReply
{
    /// <param name="ask">Asks for the messages from a number on.</param>
    /// <param name="connections">The number of the client's connections.</param>
    /// <exception cref="WorkerFault">The log can't be true.</exception>
    public static async Task<MessageLog> ReadAsync(
        Func<long, Task<Reply>> ask,
        int connections,
        Func<string, Exception> fault
    )
    {
        var messages = new List<LoggedMessage>();
        while (true)
        {
            var reply = await ask(messages.Count);
            var (logged, notLogged) = (reply.Count("logged"), reply.Count("not_logged"));
            var part = Part(reply, connections, fault);
            messages.AddRange(part);
            if (logged > MessageLog.Most || messages.Count > logged || part.Count == 0 && messages.Count < logged)
                throw fault($"tells of {logged} logged messages, and gave {messages.Count}");
            if (messages.Count == logged)
                return new(messages, notLogged);
        }
    }

    private static List<LoggedMessage> Part(Reply reply, int connections, Func<string, Exception> fault)
    {
        var (numbers, sent, received) = (
            reply.Counts("connections"),
            reply.Counts("sent_ns"),
            reply.Counts("received_ns")
        );
        if (numbers.Length != sent.Length || sent.Length != received.Length)
            throw fault($"{numbers.Length} connections, {sent.Length} sends and {received.Length} answers are logged");
        return sent.Select(
                (sentNs, i) =>
                    numbers[i] >= connections || received[i] != 0 && received[i] < sentNs
                        ? throw fault("a logged message is of no connection, or was answered before it was sent")
                        : new LoggedMessage((int)numbers[i], sentNs, received[i] == 0 ? null : received[i])
            )
            .ToList();
    }
}
