namespace Pingmark.Worker.Kit;

/// <summary>Reads lines of limited length. Only one thread uses it, and does nothing else.</summary>
public sealed class LineReader(Stream input)
{
    public const int MaxLineBytes = 4 * 1024 * 1024;

    private readonly byte[] _chunk = new byte[16 * 1024];
    private int _next;
    private int _end;

    /// <summary>The next line without its newline; empty instead of one that is too long; null at the end.</summary>
    public byte[]? Next(out bool tooLong)
    {
        using var line = new MemoryStream();
        tooLong = false;
        while (true)
        {
            if (_next == _end)
            {
                (_next, _end) = (0, input.Read(_chunk));
                if (_end == 0) return null;
            }
            ReadOnlySpan<byte> unread = _chunk.AsSpan(_next, _end - _next);
            int newline = unread.IndexOf((byte)'\n');
            ReadOnlySpan<byte> part = newline < 0 ? unread : unread[..newline];
            tooLong |= line.Length + part.Length >= MaxLineBytes;
            if (tooLong) line.SetLength(0);
            else line.Write(part);
            _next += part.Length;
            if (newline < 0) continue;
            _next++;
            return line.ToArray();
        }
    }
}
