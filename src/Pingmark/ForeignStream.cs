using System.Text;

namespace Pingmark;

/// <summary>Reads what another program or machine writes: a worker, a build, a tool, or whatever carries their output.
/// Each read has a limit of bytes and each wait for more bytes a limit of time, so that neither what is written nor
/// silence fills this process's memory or stops it.</summary>
/// <param name="longestSilence">How long the next bytes may take; null: the reader has a deadline of its own around its
/// request, or reads beside its work until the stream ends.</param>
public sealed class ForeignStream(Stream stream, TimeSpan? longestSilence)
{
    private byte[] _buffer = new byte[64 << 10];
    private int _start,
        _end;

    /// <returns>The next line without its newline; null at the end of the stream, and for a last line without a
    /// newline.</returns>
    /// <exception cref="InvalidDataException">A line is longer than the limit.</exception>
    /// <exception cref="TimeoutException">Nothing came for longer than the stream may be silent.</exception>
    public async ValueTask<string?> ReadLineAsync(int longestBytes, CancellationToken cancel)
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
            if (searched >= longestBytes)
                throw new InvalidDataException($"a line of more than {longestBytes} bytes");
            MakeRoom();
            var read = await NextAsync(_buffer.AsMemory(_end), cancel).ConfigureAwait(false);
            if (read == 0)
                return null;
            _end += read;
        }
    }

    /// <summary>The whole rest of the stream as text, decoded as UTF-8.</summary>
    /// <exception cref="InvalidDataException">The text is longer than the limit.</exception>
    /// <exception cref="TimeoutException">Nothing came for longer than the stream may be silent.</exception>
    public async Task<string> ReadTextAsync(long mostBytes, CancellationToken cancel)
    {
        using var reader = new StreamReader(Bounded(mostBytes), Encoding.UTF8);
        return await reader.ReadToEndAsync(cancel).ConfigureAwait(false);
    }

    /// <summary>The stream with a limit of bytes, for a reader that keeps little of what it reads. Beyond the limit it
    /// throws <see cref="InvalidDataException"/>.</summary>
    public Stream Bounded(long mostBytes) => new BoundedStream(this, mostBytes);

    /// <summary>Reads to the stream's end in the background, and keeps the last lines.</summary>
    internal LastLines KeepLast(int lines, int longestLine)
    {
        var last = new LastLines(lines, longestLine);
        last.Ended = KeepAsync(last);
        return last;
    }

    private async Task KeepAsync(LastLines last)
    {
        using var reader = new StreamReader(Bounded(long.MaxValue), Encoding.UTF8);
        var text = new char[4 << 10];
        while (await reader.ReadAsync(text).ConfigureAwait(false) is > 0 and var count)
            last.Add(text.AsSpan(0, count));
        last.EndLine();
    }

    private async ValueTask<int> NextAsync(Memory<byte> into, CancellationToken cancel)
    {
        if (longestSilence is not { } longest)
            return await stream.ReadAsync(into, cancel).ConfigureAwait(false);
        using var late = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        var read = stream.ReadAsync(into, late.Token).AsTask();
        if (await Deadline.MetAsync(read, longest, TimeProvider.System, cancel).ConfigureAwait(false))
            return await read.ConfigureAwait(false);
        await late.CancelAsync().ConfigureAwait(false);
        throw new TimeoutException($"it said nothing for {longest.TotalSeconds:0} s");
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

    private sealed class BoundedStream(ForeignStream from, long most) : Stream
    {
        private long _read;

        public override bool CanRead => true;
        public override bool CanSeek => false;
        public override bool CanWrite => false;
        public override long Length => throw new NotSupportedException();
        public override long Position
        {
            get => _read;
            set => throw new NotSupportedException();
        }

        public override int Read(byte[] buffer, int offset, int count) =>
            ReadAsync(buffer.AsMemory(offset, count)).AsTask().GetAwaiter().GetResult();

        public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancel = default) =>
            Counted(await from.NextAsync(buffer, cancel).ConfigureAwait(false));

        private int Counted(int bytes) =>
            (_read += bytes) <= most ? bytes : throw new InvalidDataException($"more than {most} bytes");

        public override void Flush() { }

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();

        public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
    }
}
