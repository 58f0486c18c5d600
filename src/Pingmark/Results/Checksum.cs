using System.Buffers.Binary;
using System.Globalization;
using System.Numerics;
using System.Text;

namespace Pingmark.Results;

/// <summary>A checksum of a JSON object, written as its last key: <c>,"crc32c":"1a2b3c4d"}</c>. It covers all bytes
/// before that, so that it does not depend on the other keys.</summary>
internal static class Checksum
{
    private const string Before = ",\"crc32c\":\"",
        After = "\"}";
    private const int Digits = 8;

    /// <param name="json">A JSON object with at least one key.</param>
    public static string Append(string json)
    {
        var body = json.AsSpan(0, json.Length - 1).TrimEnd();
        return $"{body}{Before}{Text(body)}{After}";
    }

    /// <returns>Whether the checksum agrees; null where there is none.</returns>
    public static bool? IsValid(string json)
    {
        var length = json.Length - After.Length - Digits;
        if (
            length < Before.Length
            || !json.EndsWith(After, StringComparison.Ordinal)
            || !json.AsSpan(0, length).EndsWith(Before, StringComparison.Ordinal)
        )
            return null;
        return json.AsSpan(length, Digits).SequenceEqual(Text(json.AsSpan(0, length - Before.Length)));
    }

    private static string Text(ReadOnlySpan<char> text) => Compute(text).ToString("x8", CultureInfo.InvariantCulture);

    /// <summary>The CRC-32C (Castagnoli) of the text in UTF-8.</summary>
    private static uint Compute(ReadOnlySpan<char> text)
    {
        var bytes = new byte[Encoding.UTF8.GetByteCount(text)].AsSpan();
        Encoding.UTF8.GetBytes(text, bytes);
        var crc = uint.MaxValue;
        for (; bytes.Length >= sizeof(ulong); bytes = bytes[sizeof(ulong)..])
            crc = BitOperations.Crc32C(crc, BinaryPrimitives.ReadUInt64LittleEndian(bytes));
        foreach (var last in bytes)
            crc = BitOperations.Crc32C(crc, last);
        return ~crc;
    }
}
