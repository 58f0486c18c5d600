using System.Globalization;
using System.Text;
using Pingmark.Model;

namespace Pingmark.Results;

/// <summary>Writes a log of messages as CSV, like sockperf's full log: one line a message, in the order in which they
/// were sent, with times in ns since the first of them.</summary>
public static class MessageLogCsv
{
    public const string Header = "connection,sent_ns,received_ns";

    public static string Text(MessageLog log)
    {
        var text = new StringBuilder(Header).Append('\n');
        var beginNs = log.Messages.Select(message => message.SentNs).DefaultIfEmpty().Min();
        foreach (var message in log.Messages.OrderBy(message => message.SentNs))
            text.Append(
                CultureInfo.InvariantCulture,
                $"{message.Connection},{message.SentNs - beginNs},{message.ReceivedNs - beginNs}\n"
            );
        return text.ToString();
    }
}
