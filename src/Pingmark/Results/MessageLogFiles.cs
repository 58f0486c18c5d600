using System.Globalization;
using System.Text;
using Pingmark.Model;

namespace Pingmark.Results;

/// <summary>Writes the log of each message of a run's continuous windows: one file for each cell and round, in a
/// subfolder of the run.</summary>
/// <param name="cells">All cells of the run, whose order numbers the files.</param>
public sealed class MessageLogFiles(RunFolder folder, IReadOnlyList<Cell> cells)
{
    public const string Subfolder = "messages";

    /// <summary>Writes the log of a cell and round. A round that is measured again, because the run ended in it,
    /// replaces what it had left.</summary>
    /// <exception cref="PingmarkException">The log can't be written.</exception>
    public void Write(Cell cell, int round, MessageLog log)
    {
        var number = cells.Index().First(each => each.Item.Id == cell.Id).Index + 1;
        var file = Path.Combine(folder[Subfolder], $"{number}-{cell.FileName}-r{round}.csv");
        try
        {
            if (new FileInfo(folder[Subfolder]).LinkTarget is not null)
                throw new IOException($"{folder[Subfolder]} is a link");
            Directory.CreateDirectory(folder[Subfolder]);
            PlainFile.Write(file, MessageLogCsv.Text(log));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new PingmarkException(
                $"the log of messages can't be written: {e.Message}; earlier trials are kept, `pingmark report "
                    + $"{folder.Path}` shows them",
                ExitCode.CellFailed,
                e
            );
        }
    }
}

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
