using System.Globalization;
using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Schema;

/// <summary>Reads recorded traffic: a line for each message, with its time in seconds and its size in bytes, or
/// its time alone. <c>tshark -T fields -e frame.time_relative -e udp.length</c> writes such lines. Between both is a
/// comma or white space. A first line of words, empty lines and those that begin with <c>#</c> tell nothing.</summary>
internal static class RecordingFile
{
    private const long MostBytes = 1 << 20;
    private const decimal NsOfSecond = 1_000_000_000;
    private static readonly char[] Separators = [',', ';', ' ', '\t'];

    private sealed record Row(string Place, long AtNs, int? Bytes);

    /// <exception cref="BadInputException">The file can't be read, or a line of it is wrong; the message has the place
    /// and nothing of the file's text.</exception>
    public static Recording Read(string path, string what)
    {
        var rows = Lines(path, what)
            .Select((line, at) => (Text: line.Trim(), Place: $"{what}: {path}:{at + 1}:"))
            .Where(
                (line, at) => line.Text.Length > 0 && line.Text[0] != '#' && !(at == 0 && char.IsLetter(line.Text[0]))
            )
            .Select(line => RowOf(line.Text, line.Place))
            .ToList();
        if (rows.Count is < 2 or > Recording.MaxMessages)
            throw new BadInputException(
                $"{what}: {path} must have 2 to {Recording.MaxMessages} messages, not {rows.Count}"
            );
        foreach (var (one, next) in rows.Zip(rows.Skip(1)))
        {
            if (next.AtNs < one.AtNs)
                throw new BadInputException($"{next.Place} its time is before that of the message above");
            if (next.Bytes is null != one.Bytes is null)
                throw new BadInputException($"{next.Place} {Size(next)} after {Size(one)}: all have one, or none has");
        }
        var lengthNs = rows[^1].AtNs - rows[0].AtNs;
        var meanNs = lengthNs / (rows.Count - 1);
        if (meanNs < 1 || lengthNs + meanNs > Recording.MaxDurationNs)
            throw new BadInputException($"{what}: {path} must take up to an hour, and a nanosecond a message at least");
        var gaps = rows.Zip(rows.Skip(1), (one, next) => next.AtNs - one.AtNs).Append(meanNs);
        return new(
            Values.Name(Recording.MaxNameLength)(Path.GetFileName(path), $"{what}: the name of its file"),
            string.Join(' ', gaps.Select(ns => NumberText.Count(ns)))
        )
        {
            MessageBytes = rows.Max(row => row.Bytes),
            SizesBytes =
                rows.DistinctBy(row => row.Bytes).Count() > 1
                    ? string.Join(' ', rows.Select(row => NumberText.Count(row.Bytes!.Value)))
                    : null,
        };
    }

    private static string Size(Row row) => row.Bytes is { } bytes ? $"{NumberText.Count(bytes)} bytes" : "no size";

    private static Row RowOf(string line, string place)
    {
        var fields = line.Split(Separators, StringSplitOptions.RemoveEmptyEntries);
        if (
            fields.Length is 0 or > 2
            || !decimal.TryParse(fields[0], NumberStyles.Float, CultureInfo.InvariantCulture, out var seconds)
            || Math.Abs(seconds) > long.MaxValue / NsOfSecond
        )
            throw new BadInputException($"{place} a line is a time in seconds and a number of bytes, such as 0.016,64");
        if (fields.Length == 1)
            return new(place, (long)(seconds * NsOfSecond), null);
        return
            int.TryParse(fields[1], NumberStyles.None, CultureInfo.InvariantCulture, out var bytes)
            && bytes is >= ScenarioKeys.MinMessageBytes and <= ScenarioKeys.MaxMessageBytes
            ? new(place, (long)(seconds * NsOfSecond), bytes)
            : throw new BadInputException(
                $"{place} its bytes must be {ScenarioKeys.MinMessageBytes} to {ScenarioKeys.MaxMessageBytes}"
            );
    }

    private static string[] Lines(string path, string what)
    {
        try
        {
            return PlainFile.ReadText(path, MostBytes).Split('\n');
        }
        catch (BadInputException e)
        {
            throw new BadInputException($"{what}: {e.Message}");
        }
    }
}
