using System.Buffers;
using System.Runtime.InteropServices;

namespace Pingmark.Worker.Kit;

/// <summary>
/// A byte buffer outside the managed heap: it never moves, the garbage collector never looks at it, and pages that are
/// not used cost nothing. It is a MemoryManager because ReceiveAsync and SendAsync want Memory. It lives as long as its
/// owner.
/// </summary>
public sealed unsafe class NativeBuffer(int length) : MemoryManager<byte>
{
    private readonly byte* _bytes = (byte*)NativeMemory.AllocZeroed((nuint)length);
    private bool _freed;

    public int Length => length;

    public Span<byte> Slice(int from, int to)
    {
        if ((uint)from > (uint)to || (uint)to > (uint)length)
            throw new ArgumentOutOfRangeException(nameof(from));
        return new Span<byte>(_bytes + from, to - from);
    }

    /// <summary>Moves [from, to) to the start.</summary>
    public void MoveToStart(int from, int to) => Slice(from, to).CopyTo(Slice(0, length));

    public override Span<byte> GetSpan() => new(_bytes, length);

    public override MemoryHandle Pin(int elementIndex = 0) => new(_bytes + elementIndex);

    public override void Unpin()
    {
        // Native memory never moves.
    }

    protected override void Dispose(bool disposing)
    {
        if (_freed)
            return;
        _freed = true;
        NativeMemory.Free(_bytes);
    }
}
