using System.Buffers.Text;

namespace Pingmark.Host;

/// <summary>Finds numbers in files of the kernel, as bytes, without allocating.</summary>
internal static class KernelNumbers
{
    /// <summary>The words of a line are separated by blanks or tabs.</summary>
    private static readonly System.Buffers.SearchValues<byte> Blanks = System.Buffers.SearchValues.Create(" \t"u8);

    /// <summary>A line of a text, from 0; empty where there are not so many.</summary>
    public static ReadOnlySpan<byte> Line(ReadOnlySpan<byte> text, int number)
    {
        for (; number > 0; number--)
        {
            var end = text.IndexOf((byte)'\n');
            if (end < 0)
                return [];
            text = text[(end + 1)..];
        }
        return text.IndexOf((byte)'\n') is >= 0 and var length ? text[..length] : text;
    }

    /// <summary>A word of a line as a number, from 0; 0 where there is none.</summary>
    public static long Word(ReadOnlySpan<byte> line, int number)
    {
        while (true)
        {
            var begin = line.IndexOfAnyExcept(Blanks);
            if (begin < 0)
                return 0;
            line = line[begin..];
            if (number-- == 0)
                return Utf8Parser.TryParse(line, out long value, out _) ? value : 0;
            var end = line.IndexOfAny(Blanks);
            if (end < 0)
                return 0;
            line = line[end..];
        }
    }
}
