using System.Text;

namespace Pingmark;

/// <summary>
/// Files of folders that may come from anybody. What is written is a new file, which then takes the name: a link in its
/// place is replaced and its target untouched. What is read is a plain file: a link could lead out of the folder, a
/// pipe would be waited for, and a device has no end.
/// </summary>
public static class PlainFile
{
    /// <summary>Whether anything has that name, also a link that leads nowhere.</summary>
    public static bool Exists(string path) =>
        Directory.Exists(path) || new FileInfo(path) is { Exists: true } or { LinkTarget: not null };

    /// <summary>Reads the whole text, decoded as UTF-8.</summary>
    /// <param name="mostBytes">The largest size that such a file can have.</param>
    /// <exception cref="BadInputException">The file is not a plain file, is larger, or can't be read.</exception>
    public static string ReadText(string path, long mostBytes)
    {
        using var file = OpenRead(path, mostBytes);
        try
        {
            using var reader = new StreamReader(file, Encoding.UTF8);
            return reader.ReadToEnd();
        }
        catch (IOException e)
        {
            throw new BadInputException($"{path}: can't be read: {e.Message}");
        }
    }

    /// <summary>Reads all bytes.</summary>
    /// <param name="mostBytes">The largest size that such a file can have.</param>
    /// <exception cref="BadInputException">The file is not a plain file, is larger, or can't be read.</exception>
    public static byte[] ReadBytes(string path, long mostBytes)
    {
        using var file = OpenRead(path, mostBytes);
        try
        {
            // It may grow while it is read.
            var bytes = new byte[file.Length];
            file.ReadExactly(bytes);
            return bytes;
        }
        catch (IOException e)
        {
            throw new BadInputException($"{path}: can't be read: {e.Message}");
        }
    }

    /// <summary>Reads each line with its number and without its line end; text after the last line end is left
    /// out.</summary>
    /// <exception cref="BadInputException">The file is not a plain file, is larger than such files can be, or can't be
    /// read.</exception>
    public static IEnumerable<(int Number, string Text)> ReadLines(string path, long mostBytes, int longestLine)
    {
        using var file = OpenRead(path, mostBytes);
        using var reader = new StreamReader(file, Encoding.UTF8);
        var buffer = new char[64 << 10];
        var line = new StringBuilder();
        var number = 1;
        while (Read() is > 0 and var count)
        {
            var rest = buffer.AsMemory(0, count);
            for (int end; (end = rest.Span.IndexOf('\n')) >= 0; rest = rest[(end + 1)..], number++)
            {
                yield return (number, line.Append(rest[..end]).ToString());
                line.Clear();
            }
            if (line.Append(rest).Length > longestLine)
                throw new BadInputException($"{path}:{number}: a line of more than {longestLine >> 20} MiB");
        }

        int Read()
        {
            try
            {
                return reader.Read(buffer);
            }
            catch (IOException e)
            {
                throw new BadInputException($"{path}:{number}: can't be read: {e.Message}");
            }
        }
    }

    /// <summary>Writes a new file beside the path and then renames it, so that no reader sees half of it.</summary>
    /// <param name="replaces">Whether a file of that name is replaced; if not, any file of that name is an
    /// error.</param>
    /// <exception cref="IOException">The file can't be written; the message says which one, and why.</exception>
    public static void Write(string path, string text, bool replaces = true) =>
        Write(path, file => Write(file, text), replaces);

    /// <inheritdoc cref="Write(string, string, bool)"/>
    public static void WriteBytes(string path, byte[] bytes) => Write(path, file => file.Write(bytes), replaces: true);

    private static void Write(string path, Action<FileStream> write, bool replaces)
    {
        var unfinished = $"{path}.{Path.GetRandomFileName()}.tmp";
        try
        {
            using (var file = new FileStream(unfinished, FileMode.CreateNew, FileAccess.Write))
                write(file);
            File.Move(unfinished, path, replaces);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            File.Delete(unfinished);
            throw new IOException(
                $"{path} can't be written: "
                    + e.Message.Replace(Path.GetFileName(unfinished), Path.GetFileName(path), StringComparison.Ordinal),
                e
            );
        }
    }

    /// <summary>Opens a file for reading and for writing at its end.</summary>
    /// <exception cref="IOException">The file is missing, is not a plain file, or can't be written.</exception>
    public static FileStream OpenAppend(string path) => Libc.OpenPlain(path, FileAccess.ReadWrite);

    /// <summary>Writes all of a text at an open file's end, and has it on the disk, or none of it.</summary>
    /// <param name="write">Writes text where the file stands.</param>
    /// <exception cref="IOException">The disk is full, or the file is gone.</exception>
    public static void Append(FileStream file, string text, Action<FileStream, string> write)
    {
        var end = file.Length;
        file.Position = end;
        try
        {
            write(file, text);
            file.Flush(flushToDisk: true);
        }
        catch (IOException)
        {
            // Of a part nobody could say that it is one.
            file.SetLength(end);
            throw;
        }
    }

    /// <summary>Writes text at the file's end at once, without a buffer whose flush could fail later.</summary>
    /// <exception cref="IOException">The disk is full, or the file would be too large.</exception>
    public static void Write(FileStream file, string text)
    {
        try
        {
            RandomAccess.Write(file.SafeFileHandle, Encoding.UTF8.GetBytes(text), file.Position);
            file.Position = RandomAccess.GetLength(file.SafeFileHandle);
        }
        catch (ArgumentOutOfRangeException e)
        {
            // What .NET makes of EFBIG: a limit on the size of files (`ulimit -f`).
            throw new IOException("File too large", e);
        }
    }

    private static FileStream OpenRead(string path, long mostBytes)
    {
        FileStream file;
        try
        {
            file = Libc.OpenPlain(path, FileAccess.Read);
        }
        catch (IOException e)
        {
            throw new BadInputException($"{path}: can't be read: {e.Message}");
        }
        if (file.Length <= mostBytes)
            return file;
        file.Dispose();
        throw new BadInputException($"{path}: is longer than {mostBytes >> 20} MiB, which no such file is");
    }
}
