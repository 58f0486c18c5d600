using System.Runtime.InteropServices;

namespace Pingmark.Worker.Kit;

/// <summary>Waits for one socket, to the microsecond: Socket.Poll counts in milliseconds.</summary>
public static unsafe partial class Readiness
{
    private const short Readable = 1;

    [StructLayout(LayoutKind.Sequential)]
    private struct Watched
    {
        public int File;
        public short Events;
        public short Happened;
    }

    [LibraryImport("libc", EntryPoint = "ppoll")]
    private static partial int Poll(Watched* files, nuint count, long* secondsAndNanoseconds, void* signals);

    /// <returns>Whether something can be received, an error too, after at most so long.</returns>
    public static bool Await(nint socket, long waitNs)
    {
        var watched = new Watched { File = (int)socket, Events = Readable };
        var timeout = stackalloc long[2];
        (timeout[0], timeout[1]) = (waitNs / Clock.Second, waitNs % Clock.Second);
        return Poll(&watched, 1, timeout, null) > 0;
    }
}
