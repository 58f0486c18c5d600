using System.IO.MemoryMappedFiles;

namespace Pingmark.Worker.Sockets;

/// <summary>Memory that the two sides of a connection share: a ring of bytes for each direction. docs/protocol.md
/// has the layout, which is the same in all languages.</summary>
internal sealed unsafe class Segment : IDisposable
{
    public const int RingBytes = 262_144,
        RingsAt = 4_096,
        Bytes = RingsAt + 2 * RingBytes;

    /// <summary>Each counter has cache lines of its own: two, as lines are fetched in pairs.</summary>
    private const int CounterBytes = 128;

    private readonly MemoryMappedFile _file;
    private readonly MemoryMappedViewAccessor _view;
    private readonly byte* _memory;

    private Segment(FileStream file)
    {
        _file = MemoryMappedFile.CreateFromFile(
            file,
            null,
            Bytes,
            MemoryMappedFileAccess.ReadWrite,
            HandleInheritability.None,
            leaveOpen: false
        );
        _view = _file.CreateViewAccessor(0, Bytes);
        _view.SafeMemoryMappedViewHandle.AcquirePointer(ref _memory);
    }

    /// <summary>A new file, which nobody else may open. Memory that is not there when it is needed would end the
    /// process.</summary>
    public static Segment Create(string path)
    {
        var file = new FileStream(
            path,
            new FileStreamOptions
            {
                Mode = FileMode.CreateNew,
                Access = FileAccess.ReadWrite,
                Share = FileShare.ReadWrite | FileShare.Delete,
#pragma warning disable CA1416 // Linux is all that it runs on.
                UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite,
#pragma warning restore CA1416
            }
        );
        file.Write(new byte[Bytes]);
        file.Flush();
        return new(file);
    }

    public static Segment Open(string path)
    {
        var file = new FileStream(path, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite | FileShare.Delete);
        if (file.Length == Bytes)
            return new(file);
        file.Dispose();
        throw new IOException($"{path} is no segment of {Bytes} bytes");
    }

    /// <param name="ring">0 from the client to the server, 1 back.</param>
    public long* Written(int ring) => (long*)(_memory + (1 + 2 * ring) * CounterBytes);

    public long* Read(int ring) => (long*)(_memory + (2 + 2 * ring) * CounterBytes);

    /// <summary>Which lies within the ring.</summary>
    public Span<byte> Data(int ring, int at, int bytes) => new(At(ring, at), bytes);

    public byte* At(int ring, int at) => _memory + RingsAt + ring * RingBytes + at;

    public void Dispose()
    {
        _view.SafeMemoryMappedViewHandle.ReleasePointer();
        _view.Dispose();
        _file.Dispose();
    }
}
