using System.Buffers.Binary;
using System.IO.Compression;
using Pingmark.Model;

namespace Pingmark.Exports;

/// <summary>
/// A histogram as HdrHistogram's compressed V2 encoding (public domain; G. Tene, HdrHistogram 2.1,
/// <c>AbstractHistogram.encodeIntoCompressedByteBuffer</c> and <c>ZigZagEncoding</c>). With three significant digits
/// and a unit of 1 its array of counts has the layout of ours, index by index, so that no count moves.
/// </summary>
internal static class HdrHistogramV2
{
    private const int Cookie = 0x1c849313,
        CompressedCookie = 0x1c849314;

    private const int HeaderBytes = 40,
        SignificantDigits = 3;

    /// <summary>The largest value that workers count.</summary>
    private const long HighestTrackable = (1L << 36) - 1;

    /// <summary>As a log has it: compressed, in base64.</summary>
    public static string Encode(Histogram histogram)
    {
        var plain = Plain(histogram);
        using var compressed = new MemoryStream();
        compressed.Write(new byte[8]);
        using (var zlib = new ZLibStream(compressed, CompressionLevel.Optimal, leaveOpen: true))
            zlib.Write(plain);
        var bytes = compressed.ToArray();
        BinaryPrimitives.WriteInt32BigEndian(bytes, CompressedCookie);
        BinaryPrimitives.WriteInt32BigEndian(bytes.AsSpan(4), bytes.Length - 8);
        return Convert.ToBase64String(bytes);
    }

    private static byte[] Plain(Histogram histogram)
    {
        var counts = Counts(histogram.ToSparse());
        var bytes = new byte[HeaderBytes + counts.Count];
        BinaryPrimitives.WriteInt32BigEndian(bytes, Cookie);
        BinaryPrimitives.WriteInt32BigEndian(bytes.AsSpan(4), counts.Count);
        // At 8 the offset of normalized indices, which only shifted histograms have.
        BinaryPrimitives.WriteInt32BigEndian(bytes.AsSpan(12), SignificantDigits);
        BinaryPrimitives.WriteInt64BigEndian(bytes.AsSpan(16), 1);
        BinaryPrimitives.WriteInt64BigEndian(bytes.AsSpan(24), HighestTrackable);
        BinaryPrimitives.WriteDoubleBigEndian(bytes.AsSpan(32), 1);
        counts.CopyTo(bytes, HeaderBytes);
        return bytes;
    }

    /// <summary>Every count up to the last; a run of zeros is its negative length.</summary>
    private static List<byte> Counts(long[] sparse)
    {
        var bytes = new List<byte>();
        var next = 0L;
        for (var i = 0; i < sparse.Length; i += 2)
        {
            var zeros = sparse[i] - next;
            if (zeros > 0)
                Write(bytes, zeros == 1 ? 0 : -zeros);
            Write(bytes, sparse[i + 1]);
            next = sparse[i] + 1;
        }
        return bytes;
    }

    /// <summary>ZigZag, then seven bits a byte, the lowest first; a ninth byte would hold eight.</summary>
    private static void Write(List<byte> bytes, long value)
    {
        var left = (ulong)(value << 1 ^ value >> 63);
        for (var i = 0; i < 8; i++, left >>= 7)
        {
            if (left < 0x80)
            {
                bytes.Add((byte)left);
                return;
            }
            bytes.Add((byte)(left | 0x80));
        }
        bytes.Add((byte)left);
    }
}
