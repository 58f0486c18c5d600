using System.Diagnostics;

namespace Pingmark.Host;

/// <summary>
/// Ends the process groups of this process when it ends, SIGKILL included, and removes its folders. The parent-death
/// signal reaches a child, and not what that has started; so a shell in a session of its own is told of every group,
/// and kills those that are left at the end of its stdin. It is told when a group has begun, which may be too late: so
/// it also looks for those whose environment has the mark of this process.
/// </summary>
internal sealed class GroupWarden
{
    public const string Variable = "PINGMARK_CONTROLLER";

    /// <summary>$0 is the mark. Folders go when nothing of this process is left that could fill them.</summary>
    private const string Script = """
        groups=' '
        folders=' '
        while read -r change group; do
          case $change in
            +) groups="$groups$group " ;;
            -) groups="${groups%% $group *} ${groups#* $group }" ;;
            folder+) folders="$folders$group " ;;
            folder-) folders="${folders%% $group *} ${folders#* $group }" ;;
          esac
        done
        for group in $groups; do kill -s KILL -- "-$group"; done
        for found in $(grep -lsaxzF -- "$0" /proc/[0-9]*/environ); do
          process=${found#/proc/}
          kill -s KILL "${process%/environ}"
        done
        rm -rf -- $folders
        """;

    private readonly string _mark = Guid.NewGuid().ToString("N");
    private readonly Process _shell;

    public GroupWarden()
    {
        var info = new ProcessStartInfo("setsid", ["/bin/sh", "-c", Script, $"{Variable}={_mark}"])
        {
            WorkingDirectory = "/",
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        // It is of no command, and outlives each.
        info.Environment.Clear();
        _shell = Process.Start(info)!;
    }

    /// <summary>Before its start.</summary>
    public void Mark(ProcessStartInfo group) => group.Environment[Variable] = _mark;

    public void Add(int group) => Tell("+", group);

    public void Remove(int group) => Tell("-", group);

    public void AddFolder(string folder) => Tell("folder+", folder);

    public void RemoveFolder(string folder) => Tell("folder-", folder);

    private void Tell<T>(string change, T what)
    {
        try
        {
            _shell.StandardInput.Write($"{change} {what}\n");
            _shell.StandardInput.Flush();
        }
        catch (IOException)
        { /* Somebody ended it. Children still have the parent-death signal. */
        }
    }
}
