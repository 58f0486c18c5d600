using System.Diagnostics;

namespace Pingmark.Host;

/// <summary>Ends all processes of this process's groups when it ends, even by SIGKILL. The parent-death signal reaches
/// a child, but not what the child has started; so a shell that outlives this process finds those by their
/// <see cref="ProcessMark"/>.</summary>
internal static class ProcessReaper
{
    /// <summary>The shell's script; $0 is the mark's pattern. It searches until it finds no new process, for one may
    /// have been started meanwhile.</summary>
    private const string Script = """
        read -r end
        killed=' '
        found=yes
        while [ "$found" ]; do
          found=
          for limits in $(grep -lsE -- "$0" /proc/[0-9]*/limits); do
            process=${limits#/proc/}
            process=${process%/limits}
            case $killed in *" $process "*) continue ;; esac
            kill -s KILL "$process"
            killed="$killed$process "
            found=yes
          done
        done
        """;

    /// <summary>Starts the shell, which watches as long as the returned process is held.</summary>
    public static Process Start() => CleanupProcess.Start(["/bin/sh", "-c", Script, ProcessMark.Pattern]);
}
