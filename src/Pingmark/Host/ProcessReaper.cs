using System.Diagnostics;

namespace Pingmark.Host;

/// <summary>
/// Ends all processes of this one's groups when it ends, SIGKILL included. The parent-death signal reaches a child, and
/// not what that has started; so a shell that outlives this process finds those by their <see cref="ProcessMark"/>.
/// </summary>
internal static class ProcessReaper
{
    /// <summary>$0 is the mark's pattern. It looks until it finds nobody new: one may have been begun
    /// meanwhile.</summary>
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

    /// <summary>It watches as long as what is returned is held.</summary>
    public static Process Start() => CleanupProcess.Start(["/bin/sh", "-c", Script, ProcessMark.Pattern]);
}
