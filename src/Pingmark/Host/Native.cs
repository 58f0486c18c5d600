using System.Runtime.InteropServices;

namespace Pingmark.Host;

/// <summary>Sends signals to processes by libc, because .NET has no call for it.</summary>
public static partial class Native
{
    public const int SigKill = 9,
        SigTerm = 15,
        SigCont = 18,
        SigStop = 19;

    public static int Kill(int pid, int signal) => Send(pid, signal);

    [LibraryImport("libc", EntryPoint = "kill", SetLastError = true)]
    private static partial int Send(int pid, int signal);
}
