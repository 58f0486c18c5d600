using System.Runtime.InteropServices;

namespace Pingmark.Host;

/// <summary>A time as calls of libc take and give it.</summary>
[StructLayout(LayoutKind.Sequential)]
internal readonly struct Timespec(long ns)
{
    private const long NsPerS = 1_000_000_000;

    private readonly long _seconds = ns / NsPerS;
    private readonly long _nanoseconds = ns % NsPerS;

    public long Ns => _seconds * NsPerS + _nanoseconds;
}
