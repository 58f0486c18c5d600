using System.Runtime.InteropServices;

namespace Pingmark.Worker.Kit;

/// <summary>What .NET has no name for.</summary>
internal static partial class Libc
{
    [LibraryImport("libc", EntryPoint = "getrusage")]
    private static unsafe partial int GetResourceUsage(int who, long* usage);

    /// <summary>struct rusage as longs: user s, µs, system s, µs, max RSS in KiB, … voluntary and involuntary switches last.</summary>
    public static unsafe long[] ResourceUsage()
    {
        var usage = new long[18];
        fixed (long* first = usage)
            return GetResourceUsage(0, first) == 0 ? usage : throw new WorkerException("getrusage failed");
    }
}
