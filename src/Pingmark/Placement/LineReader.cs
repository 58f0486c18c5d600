using System.Text;

namespace Pingmark.Placement;

/// <summary>Lines of a stream, none longer than a limit, so that a worker that floods its stdout can't fill the
/// controller's memory.</summary>
public sealed class LineReader(Stream stream, int longestLineBytes)
{
    private byte[] _buffer = new byte[64 * 1024];
    private int _start,
        _end;

    /// <returns>The next line without its newline; null at the end of the stream.</returns>
    /// <exception cref="InvalidDataException">A line is longer than the limit.</exception>
    public async ValueTask<string?> ReadAsync(CancellationToken cancel)
    {
        var searched = 0;
        while (true)
        {
            var newline = Array.IndexOf(_buffer, (byte)'\n', _start + searched, _end - _start - searched);
            if (newline >= 0)
            {
                var line = Encoding.UTF8.GetString(_buffer, _start, newline - _start);
                _start = newline + 1;
                return line;
            }
            searched = _end - _start;
            if (searched >= longestLineBytes)
                throw new InvalidDataException($"a line of more than {longestLineBytes} bytes");
            MakeRoom();
            var read = await stream.ReadAsync(_buffer.AsMemory(_end), cancel).ConfigureAwait(false);
            if (read == 0)
                return null;
            _end += read;
        }
    }

    private void MakeRoom()
    {
        if (_start > 0)
        {
            Buffer.BlockCopy(_buffer, _start, _buffer, 0, _end - _start);
            _end -= _start;
            _start = 0;
        }
        if (_end == _buffer.Length)
            Array.Resize(ref _buffer, _buffer.Length * 2);
    }
}
