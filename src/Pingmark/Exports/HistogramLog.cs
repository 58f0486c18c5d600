using System.Buffers.Binary;
using System.Globalization;
using System.IO.Compression;
using System.Text;
using HdrHistogram;
using HdrHistogram.Encoding;
using HdrHistogram.Utilities;
using Pingmark.Checks;
using Pingmark.Evidence;
using Pingmark.Model;
using Histogram = Pingmark.Model.Histogram;

namespace Pingmark.Exports;

/// <summary>Writes the round trips of one cell as a histogram log, version 1.3 of its format (G. Tene, HdrHistogram
/// 2.1, <c>HistogramLogWriter</c>): one line for each continuous window that percentiles come from. At a fixed rate
/// there are also round trips from the send, and the lateness of sends, under tags of their own. Times are in ns, the
/// maximum in ms.</summary>
internal static class HistogramLog
{
    private const double MsNs = 1e6,
        SecondNs = 1e9;
    private const int MaxNameLength = 80;
    private const int SignificantDigits = 3;

    /// <summary>A compressed histogram begins with this, and then its length.</summary>
    private const int CompressedV2Cookie = 0x1c849314;
    private const int HeaderBytes = 2 * sizeof(int);

    /// <summary>The largest value that workers count.</summary>
    private const long HighestTrackable = (1L << 36) - 1;

    public static IReadOnlyList<(string Name, string Text)> Files(ExportedRun exported)
    {
        var run = exported.Run;
        var evidence = new RunEvidence(run.Cells, TrialChecks.Judge(run.Cells, exported.Trials));
        return run
            .Cells.Index()
            .Select(cell => (cell.Index, cell.Item, Evidence: evidence.ForCell(cell.Item.Id)))
            .Where(cell => cell.Evidence.Ok.Count > 0)
            .Select(cell => ($"{cell.Index + 1:000}-{FileName(cell.Item.Id)}.hlog", Render(run, cell.Evidence)))
            .ToList();
    }

    /// <summary>A file's name made from an id, which may be any text.</summary>
    private static string FileName(string id)
    {
        var name = new StringBuilder();
        foreach (var c in id.Take(MaxNameLength))
            name.Append(char.IsAsciiLetterOrDigit(c) || c is '.' or '_' ? c : '-');
        return name.ToString();
    }

    public static string Render(RunInfo run, CellEvidence evidence)
    {
        var text = new StringBuilder();
        var started = run.StartedAt.ToUnixTimeMilliseconds() / 1e3;
        Line(text, $"#[pingmark: {OneLine(run.Suite)}, {OneLine(evidence.Cell.Id)}; round trips in ns]");
        Line(text, $"#[Histogram log format version 1.3]");
        Line(text, $"#[StartTime: {started:0.000} (seconds since epoch), {run.StartedAt.UtcDateTime:R}]");
        Line(text, $"\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"");
        foreach (var trial in evidence.Ok)
        foreach (var (tag, counts) in TaggedCounts(trial.Unbroken!))
            Line(
                text,
                $"{tag}{trial.StartedAtS:0.000},{trial.Unbroken!.DurationNs / SecondNs:0.000},{MaxAndCounts(counts)}"
            );
        return text.ToString();
    }

    private static IEnumerable<(string Tag, Histogram Counts)> TaggedCounts(CountedWindow window) =>
        from kind in HistogramKind.All
        where kind.Tag is not null
        let counts = kind.MayBeAbsent ? window[kind] : window[kind] ?? []
        where counts is not null
        select (kind.Tag!.Length == 0 ? "" : $"Tag={kind.Tag},", Histogram.FromSparse(counts));

    private static string MaxAndCounts(Histogram counts)
    {
        var max = counts.HighestIndex is { } index ? Histogram.MidpointNs(index) : 0;
        return string.Create(CultureInfo.InvariantCulture, $"{max / MsNs:0.000},{Encode(counts)}");
    }

    /// <summary>A histogram in HdrHistogram's compressed V2 form, in base64. The library's own compressed form lacks
    /// the checksum of zlib, without which only Java and .NET read it.</summary>
    private static string Encode(Histogram histogram)
    {
        using var encoded = new MemoryStream();
        encoded.SetLength(HeaderBytes);
        encoded.Position = HeaderBytes;
        using (var zlib = new ZLibStream(encoded, CompressionLevel.Optimal, leaveOpen: true))
            zlib.Write(Payload(histogram));
        var bytes = encoded.ToArray();
        BinaryPrimitives.WriteInt32BigEndian(bytes, CompressedV2Cookie);
        BinaryPrimitives.WriteInt32BigEndian(bytes.AsSpan(sizeof(int)), bytes.Length - HeaderBytes);
        return Convert.ToBase64String(bytes);
    }

    /// <summary>The counts up to the highest one, in HdrHistogram's V2 form. With three significant digits and a unit
    /// of 1 its array of counts has the same layout as ours, so that no count moves.</summary>
    private static byte[] Payload(Histogram histogram)
    {
        var counted = new LongHistogram(HighestTrackable, SignificantDigits);
        foreach (var pair in histogram.ToSparse().Chunk(2))
            counted.RecordValueWithCount((long)Histogram.MidpointNs((int)pair[0]), pair[1]);
        var buffer = ByteBuffer.Allocate(counted.GetNeededByteBufferCapacity());
        var bytes = new byte[counted.Encode(buffer, HistogramEncoderV2.Instance)];
        buffer.Position = 0;
        for (var at = 0; at < bytes.Length; at++)
            bytes[at] = buffer.Get();
        return bytes;
    }

    private static void Line(StringBuilder text, FormattableString line) =>
        text.Append(line.ToString(CultureInfo.InvariantCulture)).Append('\n');

    private static string OneLine(string text) => TerminalSafeText.Plain(text).Replace('\n', ' ');
}
