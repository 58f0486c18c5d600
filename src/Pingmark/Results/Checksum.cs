using System.Buffers.Binary;
using System.Globalization;
using System.Numerics;
using System.Text;

namespace Pingmark.Results;

/// <summary>A checksum in a JSON object, as its last key: <c>,"crc32c":"1a2b3c4d"}</c>. It is of all bytes before that,
/// so that whoever writes other keys has nothing to do with it.</summary>
internal static class Checksum
{
    private const string Before = ",\"crc32c\":\"",
        After = "\"}";
    private const int Digits = 8;

    /// <param name="json">An object that has a key.</param>
    public static string Added(string json)
    {
        var body = json.AsSpan(0, json.Length - 1).TrimEnd();
        return $"{body}{Before}{Text(body)}{After}";
    }

    /// <returns>Null: there is none.</returns>
    public static bool? Agrees(string json)
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

    private static string Text(ReadOnlySpan<char> text) => Of(text).ToString("x8", CultureInfo.InvariantCulture);

    /// <summary>CRC-32C (Castagnoli) of the text's UTF-8.</summary>
    private static uint Of(ReadOnlySpan<char> text)
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
