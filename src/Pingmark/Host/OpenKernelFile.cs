using Microsoft.Win32.SafeHandles;

namespace Pingmark.Host;

/// <summary>A file of the kernel that is kept open and read again and again from its beginning, without allocating.
/// What has been read stays until the next reading.</summary>
internal sealed class OpenKernelFile : IDisposable
{
    private readonly SafeFileHandle _file;
    private readonly byte[] _text;

    private OpenKernelFile(SafeFileHandle file, int mostBytes) => (_file, _text) = (file, new byte[mostBytes]);

    /// <summary>Opens a file; null where there is none, or it may not be read.</summary>
    /// <param name="mostBytes">How much of it is read at most.</param>
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

    /// <summary>Reads the file.</summary>
    /// <returns>Its text; empty where it can't be read any more.</returns>
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
