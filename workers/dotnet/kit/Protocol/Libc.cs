using System.Runtime.InteropServices;

namespace Pingmark.Worker.Kit;

/// <summary>What .NET has no name for.</summary>
internal static partial class Libc
{
    [LibraryImport("libc", EntryPoint = "getrusage")]
    private static unsafe partial int GetResourceUsage(int who, long* usage);

    [LibraryImport("libc", EntryPoint = "getrlimit")]
    private static unsafe partial int GetResourceLimit(int resource, ulong* limit);

    /// <summary>How many files this process may have open.</summary>
    public static unsafe long DescriptorLimit()
    {
        const int openFiles = 7;
        var softAndHard = stackalloc ulong[2];
        return GetResourceLimit(openFiles, softAndHard) == 0
            ? (long)Math.Min(softAndHard[0], long.MaxValue)
            : throw new WorkerException("getrlimit failed");
    }

    /// <summary>struct rusage as longs: user s, µs, system s, µs, max RSS in KiB, … voluntary and involuntary switches
    /// last.</summary>
    public static unsafe long[] ResourceUsage()
    {
        var usage = new long[18];
        fixed (long* first = usage)
            return GetResourceUsage(0, first) == 0 ? usage : throw new WorkerException("getrusage failed");
    }
}
