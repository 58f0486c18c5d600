using System.Runtime.InteropServices;
using Pingmark.Host;

namespace Pingmark.Observing.Kernel;

/// <summary>The system calls that sleep for a time, whatever arrives meanwhile: nanosleep and clock_nanosleep. Waits
/// for locks and conditions are none of them: who has nothing to do waits by the same calls.</summary>
internal static class SleepCalls
{
    /// <summary>Their numbers, which each architecture has of its own.</summary>
    private static readonly long[] Numbers = RuntimeInformation.ProcessArchitecture switch
    {
        Architecture.X64 => [35, 230],
        Architecture.Arm64 => [101, 115],
        _ => [],
    };

    /// <summary>Whether a thread stands in one of them.</summary>
    /// <param name="call">What <c>/proc/PID/task/TID/syscall</c> tells: a number and its arguments, or
    /// <c>running</c>.</param>
    public static bool Has(ReadOnlySpan<byte> call) =>
        !call.StartsWith("running"u8) && Array.IndexOf(Numbers, KernelNumbers.Word(call, 0)) >= 0;
}
