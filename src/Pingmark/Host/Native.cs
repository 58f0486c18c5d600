using System.Runtime.InteropServices;

namespace Pingmark.Host;

/// <summary>The few calls of libc that .NET has no name for.</summary>
internal static partial class Native
{
    public const int SigKill = 9,
        SigTerm = 15,
        SigCont = 18,
        SigStop = 19;

    [LibraryImport("libc", EntryPoint = "kill", SetLastError = true)]
    public static partial int Kill(int pid, int signal);
}
