using HdrHistogram;
using HdrHistogram.Encoding;
using HdrHistogram.Utilities;
using Histogram = Pingmark.Model.Histogram;

namespace Pingmark.Exports;

/// <summary>Encodes a histogram in HdrHistogram's compressed V2 form. With three significant digits and a unit of 1 its
/// array of counts has the same layout as ours, index by index, so that no count moves.</summary>
internal static class HdrHistogramV2
{
    private const int SignificantDigits = 3;

    /// <summary>The largest value that workers count.</summary>
    private const long HighestTrackable = (1L << 36) - 1;

    /// <summary>The histogram as a log has it: compressed, in base64.</summary>
    public static string Encode(Histogram histogram)
    {
        var counted = new LongHistogram(HighestTrackable, SignificantDigits);
        foreach (var pair in histogram.ToSparse().Chunk(2))
            counted.RecordValueWithCount((long)Histogram.MidpointNs((int)pair[0]), pair[1]);
        var buffer = ByteBuffer.Allocate(counted.GetNeededByteBufferCapacity());
        var bytes = new byte[counted.EncodeIntoCompressedByteBuffer(buffer)];
        buffer.Position = 0;
        for (var at = 0; at < bytes.Length; at++)
            bytes[at] = buffer.Get();
        return Convert.ToBase64String(bytes);
    }
}
