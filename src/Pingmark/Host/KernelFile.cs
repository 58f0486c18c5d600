using System.Buffers;
using System.Buffers.Text;
using Microsoft.Win32.SafeHandles;

namespace Pingmark.Host;

/// <summary>Reads files of /proc and /sys.</summary>
public static class KernelFile
{
    /// <summary>The lines of a file; none where it does not exist or may not be read.</summary>
    internal static string[] Lines(string file)
    {
        try
        {
            return File.ReadAllLines(file);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    /// <summary>The first line of a file without blanks around it; null where it can't be read.</summary>
    internal static string? FirstLine(string file) => Lines(file).FirstOrDefault()?.Trim();

    /// <summary>A field of <c>/proc/PROCESS/status</c>.</summary>
    public static string StatusField(string process, string name) =>
        File.ReadLines($"/proc/{process}/status")
            .First(line => line.StartsWith($"{name}:", StringComparison.Ordinal))
            .Split(':')[1]
            .Trim();

    /// <summary>The words of a line.</summary>
    internal static string[] Words(string line) => line.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries);
}

/// <summary>Finds numbers in files of the kernel, as bytes, without allocating.</summary>
internal static class KernelNumbers
{
    private static readonly SearchValues<byte> Blanks = SearchValues.Create(" \t"u8);

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

/// <summary>A file of the kernel that is kept open and read again and again from its beginning, without allocating.
/// What has been read stays until the next reading.</summary>
internal sealed class OpenKernelFile : IDisposable
{
    private readonly SafeFileHandle _file;
    private readonly byte[] _text;

    private OpenKernelFile(SafeFileHandle file, int mostBytes) => (_file, _text) = (file, new byte[mostBytes]);

    /// <summary>Opens a file; null where there is none, or it may not be read.</summary>
    public static OpenKernelFile? Open(string path, int mostBytes)
    {
        try
        {
            return new(File.OpenHandle(path), mostBytes);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>Reads the file; empty where it can't be read any more.</summary>
    public ReadOnlySpan<byte> Read()
    {
        try
        {
            return _text.AsSpan(0, RandomAccess.Read(_file, _text, 0));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    public void Dispose() => _file.Dispose();
}
