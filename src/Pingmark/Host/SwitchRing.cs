using System.ComponentModel;
using System.Runtime.InteropServices;

namespace Pingmark.Host;

/// <summary>Is told who has a core.</summary>
internal interface ISwitches
{
    /// <param name="atNs">When, by CLOCK_MONOTONIC.</param>
    /// <param name="process">Whose the thread is that has the core from now on; 0 where it is idle, or whom it runs is
    /// not to be seen from here.</param>
    void Switched(long atNs, int process, int thread);

    /// <summary>Is told that so many switches were not read in time.</summary>
    void Lost(long switches);
}

/// <summary>The switches of a core from thread to thread, as the kernel tells them by perf_event_open(2) in a ring of
/// memory. It needs no tracefs; but root, CAP_PERFMON, or kernel.perf_event_paranoid of 0 at most.</summary>
internal sealed unsafe partial class SwitchRing : IDisposable
{
    /// <summary>As much as the kernel gives everybody: 516 KiB with the first page.</summary>
    private const int DataPages = 128;

    private const int AttributeBytes = 112,
        SoftwareEvents = 1,
        NoEvent = 9,
        MonotonicClock = 1;

    /// <summary>Of each record: its process, thread and time.</summary>
    private const long ThreadAndTime = 0x2 | 0x4;

    /// <summary>exclude_kernel, exclude_hv, sample_id_all, use_clockid, context_switch.</summary>
    private const long Flags = 1 << 5 | 1 << 6 | 1 << 18 | 1 << 25 | 1 << 26;

    /// <summary>Where the first page has the places up to which the kernel wrote and we read.</summary>
    private const int HeadAt = 1024,
        TailAt = 1032;

    /// <summary>Kinds of records, and what a switch has at which place: who is next, and when.</summary>
    private const int LostRecord = 2,
        SwitchRecord = 15,
        NextAt = 8,
        TimeAt = 24,
        LostAt = 16,
        LongestRecord = 64;

    private const ushort SwitchOut = 1 << 13;
    private const nint OpenEvent = 298,
        OpenEventOfArm = 241;
    private const nuint CloseOnExec = 8;

    private readonly int _file;
    private readonly byte* _pages;
    private readonly int _pageBytes = Environment.SystemPageSize;

    private SwitchRing(int file)
    {
        _file = file;
        _pages = (byte*)Map(0, Bytes, 0x1 | 0x2, 0x1, file, 0);
        if (_pages == (byte*)-1)
        {
            var error = Marshal.GetLastPInvokeError();
            _ = Close(file);
            throw new IOException(new Win32Exception(error).Message);
        }
    }

    private nuint Bytes => (nuint)((1 + DataPages) * _pageBytes);

    /// <summary>Begins to watch a core.</summary>
    /// <exception cref="IOException">The kernel does not permit it.</exception>
    public static SwitchRing Open(int core)
    {
        Span<byte> attributes = stackalloc byte[AttributeBytes];
        attributes.Clear();
        MemoryMarshal.Write(attributes, SoftwareEvents);
        MemoryMarshal.Write(attributes[4..], AttributeBytes);
        MemoryMarshal.Write(attributes[8..], (long)NoEvent);
        MemoryMarshal.Write(attributes[24..], ThreadAndTime);
        MemoryMarshal.Write(attributes[40..], Flags);
        MemoryMarshal.Write(attributes[92..], MonotonicClock);
        var call = RuntimeInformation.ProcessArchitecture == Architecture.X64 ? OpenEvent : OpenEventOfArm;
        var file = (int)OpenPerf(call, ref MemoryMarshal.GetReference(attributes), -1, core, -1, CloseOnExec);
        return file >= 0 ? new(file) : throw new IOException(new Win32Exception(Marshal.GetLastPInvokeError()).Message);
    }

    /// <summary>Reads what has been written since.</summary>
    public void Drain(ISwitches to)
    {
        var head = Volatile.Read(ref *(long*)(_pages + HeadAt));
        var tail = *(long*)(_pages + TailAt);
        Span<byte> record = stackalloc byte[LongestRecord];
        while (tail < head)
        {
            Copy(tail, record[..8]);
            var bytes = MemoryMarshal.Read<ushort>(record[6..]);
            if (bytes < 8)
                break;
            Copy(tail, record[..Math.Min((int)bytes, LongestRecord)]);
            Tell(record, to);
            tail += bytes;
        }
        Volatile.Write(ref *(long*)(_pages + TailAt), head);
    }

    private static void Tell(ReadOnlySpan<byte> record, ISwitches to)
    {
        var kind = MemoryMarshal.Read<int>(record);
        if (kind == LostRecord)
            to.Lost(MemoryMarshal.Read<long>(record[LostAt..]));
        else if (kind == SwitchRecord && (MemoryMarshal.Read<ushort>(record[4..]) & SwitchOut) != 0)
            to.Switched(
                MemoryMarshal.Read<long>(record[TimeAt..]),
                Math.Max(0, MemoryMarshal.Read<int>(record[NextAt..])),
                MemoryMarshal.Read<int>(record[(NextAt + 4)..])
            );
    }

    /// <summary>A record may begin at the end of the ring, and go on at its beginning.</summary>
    private void Copy(long from, Span<byte> to)
    {
        var ring = new ReadOnlySpan<byte>(_pages + _pageBytes, DataPages * _pageBytes);
        var at = (int)(from % ring.Length);
        var first = Math.Min(to.Length, ring.Length - at);
        ring.Slice(at, first).CopyTo(to);
        ring[..(to.Length - first)].CopyTo(to[first..]);
    }

    public void Dispose()
    {
        _ = Unmap((nint)_pages, Bytes);
        _ = Close(_file);
    }

    [LibraryImport("libc", EntryPoint = "syscall", SetLastError = true)]
    private static partial nint OpenPerf(nint call, ref byte attributes, nint pid, nint core, nint group, nuint flags);

    [LibraryImport("libc", EntryPoint = "mmap", SetLastError = true)]
    private static partial nint Map(nint at, nuint bytes, int protection, int flags, int file, nint offset);

    [LibraryImport("libc", EntryPoint = "munmap")]
    private static partial int Unmap(nint at, nuint bytes);

    [LibraryImport("libc", EntryPoint = "close")]
    private static partial int Close(int file);
}
