using System.Diagnostics;
using System.Runtime.InteropServices;

namespace Pingmark.Worker.Kit;

/// <summary>The few calls of the C library that .NET does not offer.</summary>
internal static unsafe partial class Native
{
    private const int Self = 0;
    private const long NanosecondsPerMicrosecond = 1000;

    public readonly record struct Resources(long UserNs, long SystemNs, long VoluntarySwitches, long InvoluntarySwitches);

    /// <summary>Ends the process at once, whatever its threads do. Environment.Exit waits for some of them.</summary>
    public static void Exit(int code)
    {
        ExitNow(code);
        throw new UnreachableException();
    }

    public static Resources ReadResources()
    {
        Usage usage;
        if (GetUsage(Self, &usage) != 0) throw new WorkerException($"getrusage: error {Marshal.GetLastPInvokeError()}");
        return new Resources(usage.User.Nanoseconds, usage.System.Nanoseconds, usage.VoluntarySwitches, usage.InvoluntarySwitches);
    }

    [LibraryImport("libc", EntryPoint = "_exit")]
    private static partial void ExitNow(int code);

    [LibraryImport("libc", EntryPoint = "getrusage", SetLastError = true)]
    private static partial int GetUsage(int who, Usage* usage);

    [StructLayout(LayoutKind.Sequential)]
    private struct TimeValue
    {
        private readonly long _seconds;
        private readonly long _microseconds;

        public readonly long Nanoseconds => _seconds * Clock.Second + _microseconds * NanosecondsPerMicrosecond;
    }

    /// <summary>struct rusage of 64-bit Linux.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private struct Usage
    {
        public readonly TimeValue User;
        public readonly TimeValue System;
        private fixed long _between[12];
        public readonly long VoluntarySwitches;
        public readonly long InvoluntarySwitches;
    }
}
