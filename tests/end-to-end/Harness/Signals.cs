using System.Runtime.InteropServices;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>Signals to one process, by its id.</summary>
internal static partial class Signals
{
    public const int HangUp = 1,
        Interrupt = 2,
        Kill = 9,
        Continue = 18,
        Stop = 19;

    public static void Send(int pid, int signal) => Assert.Equal(0, kill(pid, signal));

    /// <summary>To one that may have ended.</summary>
    public static void SendIfThere(int pid, int signal) =>
        Assert.True(kill(pid, signal) == 0 || Marshal.GetLastPInvokeError() == NoSuchProcess);

    private const int NoSuchProcess = 3;

    [LibraryImport("libc", SetLastError = true)]
    private static partial int kill(int pid, int signal);
}
