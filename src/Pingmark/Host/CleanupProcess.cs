using System.Diagnostics;

namespace Pingmark.Host;

/// <summary>A shell that notices the end of this process, even by SIGKILL, at the end of its stdin. Then it kills what
/// has a <see cref="ProcessMark"/> of this process, and removes the folders that it was told. It has a session of its
/// own and no mark, so that nothing that ends this process and its children ends it.</summary>
internal sealed class CleanupProcess
{
    /// <summary>The shell's script; $0 is the mark's pattern, and each line of stdin is a folder. It searches until it
    /// finds no new process, for one may have been started meanwhile.</summary>
    private const string Script = """
        trap '' HUP INT QUIT TERM
        exec >/dev/null 2>&1
        set --
        while IFS= read -r folder; do set -- "$@" "$folder"; done
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
        for folder; do
          for try in 1 2 3 4 5; do
            rm -rf -- "$folder" && break
            sleep 1
          done
        done
        """;

    private readonly Process _shell;

    public CleanupProcess()
    {
        string[] command = [.. ProcessMark.None, "setsid", "/bin/sh", "-c", Script, ProcessMark.Pattern];
        var info = new ProcessStartInfo(command[0], command[1..])
        {
            WorkingDirectory = "/",
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        info.Environment.Clear();
        info.Environment["PATH"] = Environment.GetEnvironmentVariable("PATH");
        _shell = Process.Start(info)!;
    }

    /// <summary>Has a folder removed at the end, whether it is there by then or not.</summary>
    /// <exception cref="IOException">The shell has ended.</exception>
    public void RemoveAtEnd(string folder)
    {
        _shell.StandardInput.Write($"{folder}\n");
        _shell.StandardInput.Flush();
    }
}
