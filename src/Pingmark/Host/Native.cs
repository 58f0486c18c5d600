using System.Runtime.InteropServices;

namespace Pingmark.Host;

/// <summary>The few calls of libc that .NET has no name for.</summary>
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
